import { setTimeout as sleep } from 'node:timers/promises';
import type { SmtpServer } from './smtp-server.ts';
import { stopLater } from './stop-later.ts';
import { until } from './until.ts';

/**
 * Four visitors who write one message after the other until they are told to stop. Every third
 * message goes to all sites at the same moment, as an impatient visitor behind a balancer would.
 * @param mailServer where they arrive
 */
export function startSenders(sites: () => string[], mailServer: SmtpServer) {
  const accepted = new Set<string>();
  const answers: Record<string, number> = {};
  let isStopped = false;

  async function write(site: string | undefined, word: string): Promise<void> {
    // No connection or none left: this visitor has no answer, and nothing was promised.
    const response = await writeTo(site ?? 'http://127.0.0.1:1', inventMessage(word)).catch(
      () => null,
    );
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
    /** Waits until so many more were accepted. */
    acceptMore(count: number): Promise<void> {
      const enough = accepted.size + count;
      return until(() => accepted.size >= enough, 'messages are accepted');
    },
    stop,
    /** No more are written, and all that were accepted are there: what became of them. */
    async outcome() {
      await stop();
      await until(() => tally(accepted, mailServer).lost === 0, 'all arrive', 60_000);
      return tally(accepted, mailServer);
    },
  });
}

/** What became of accepted messages at the mail server. */
function tally(accepted: Set<string>, { mails }: SmtpServer) {
  const arrivals = new Map<string, string[]>();
  for (const { raw, messageId } of mails) {
    const word = /word-\d+-\d+-/.exec(raw)?.[0] ?? '';
    arrivals.set(word, [...(arrivals.get(word) ?? []), messageId]);
  }
  const copies = [...arrivals.values()].filter((ids) => ids.length > 1);
  return {
    accepted: accepted.size,
    lost: [...accepted].filter((word) => !arrivals.has(word)).length,
    twice: copies.length,
    /** Copies the receiving side could not tell from another message. */
    twiceByAnotherId: copies.filter((ids) => new Set(ids).size > 1).length,
  };
}

/** Two of three mails are taken at once, the third is greylisted for now. */
export function greylistEveryThird() {
  let mails = 0;
  return () => (mails++ % 3 === 2 ? (451 as const) : ('accept' as const));
}

/** A message that was not written before, and the word by which it is found again in a mail. */
export function inventMessage(word: string) {
  return {
    firstName: 'Zoe',
    lastName: 'Miller',
    email: 'zoe@example.org',
    message: `Hello, the word is ${word}.`,
  };
}

/** Posts a body to the API at `site`. */
export function writeTo(site: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${site}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
