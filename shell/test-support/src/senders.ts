import { setTimeout as sleep } from 'node:timers/promises';
import type { SmtpServer } from './smtp-server.ts';
import { stopLater } from './stop-later.ts';
import { until } from './until.ts';

/**
 * Four visitors send one message after the other until `stop`. Every third message goes to all sites at once,
 * as from an impatient visitor behind a balancer.
 * @param mailServer receives the mails
 */
export function startSenders(sites: () => string[], mailServer: SmtpServer) {
  const accepted = new Set<string>();
  const answers: Record<string, number> = {};
  let isStopped = false;

  async function write(site: string | undefined, word: string): Promise<void> {
    // Without a connection there is no answer, so the message need not arrive.
    const sent = writeTo(site ?? 'http://127.0.0.1:1', inventMessage(word));
    const response = await sent.catch(() => null);
    const answer =
      response?.status === 200 ? String(await response.json().catch(() => null)) : response?.status;
    answers[answer ?? 'none'] = (answers[answer ?? 'none'] ?? 0) + 1;
    if (answer === 'true' || answer === 'false') accepted.add(word);
    else await sleep(50);
  }

  async function keepWriting(sender: number): Promise<void> {
    for (let n = 1; !isStopped; n += 1) {
      const word = `word-${sender}-${n}-`;
      const all = sites();
      const chosen = n % 3 === 0 ? all : [all[n % Math.max(all.length, 1)]];
      await Promise.all(chosen.map((site) => write(site, word)));
    }
  }
  const writing = Promise.all([1, 2, 3, 4].map(keepWriting));

  async function stop(): Promise<void> {
    isStopped = true;
    await writing;
  }

  return stopLater({
    accepted,
    /** How often each answer came: `true`, `false`, a status, or `none`. */
    answers,
    acceptMore(count: number): Promise<void> {
      const enough = accepted.size + count;
      return until(() => accepted.size >= enough, 'messages are accepted');
    },
    stop,
    /** Stops, waits until all accepted messages have arrived, and counts them. */
    async outcome() {
      await stop();
      await until(() => tally(accepted, mailServer).lost === 0, 'all arrive');
      return tally(accepted, mailServer);
    },
  });
}

function tally(accepted: Set<string>, { mails }: SmtpServer) {
  const arrivals = new Map<string, unknown[]>();
  for (const { raw, messageId } of mails) {
    const word = /word-\d+-\d+-/.exec(raw)?.[0] ?? '';
    arrivals.set(word, [...(arrivals.get(word) ?? []), messageId]);
  }
  const copies = [...arrivals.values()].filter((ids) => ids.length > 1);
  return {
    lost: [...accepted].filter((word) => !arrivals.has(word)).length,
    twice: copies.length,
    /** Copies that the recipient's server cannot recognize as copies. */
    twiceByAnotherId: copies.filter((ids) => new Set(ids).size > 1).length,
  };
}

export function greylistEveryThird() {
  let mails = 0;
  return () => (mails++ % 3 === 2 ? (451 as const) : ('accept' as const));
}

/** Makes a message with a word by which a test finds its mail. */
export function inventMessage(word: string) {
  return {
    firstName: 'Zoe',
    lastName: 'Miller',
    email: 'zoe@example.org',
    message: `Hello, the word is ${word}.`,
  };
}

type Counts = Record<'waiting' | 'refused' | 'unmarked', number>;

/** Whether a site has sent and marked all that it accepted. */
export async function isMarked(site: { health(): Promise<Counts> }): Promise<boolean> {
  const { waiting, refused, unmarked } = await site.health();
  return waiting + refused + unmarked === 0;
}

export function writeTo(site: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${site}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
