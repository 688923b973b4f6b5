import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Entry, Outbox, State } from '../outbox.ts';
import { pauseAfter, type Timings, within } from './timings.ts';
import { MailRefusedError, smtpConnections } from './transport.ts';

/** Mails that may be underway at once: more than connections, so that none waits for the store. */
const mostUnderway = 4 * smtpConnections;

const hour = 3_600_000;

export type Sender = ReturnType<typeof startSender>;

/**
 * Hands messages to the mail server and stores what became of them. Looks again and again for messages
 * that are due, as several processes may do on one store. Once the server has taken a mail, only the
 * mark is retried, never the mail.
 * @param deliver returns what the mail server said; rejects when it did not take the mail.
 */
export function startSender(
  outbox: Outbox,
  deliver: (entry: Entry, signal: AbortSignal) => Promise<string>,
  { timings, log }: { timings: Timings; log: Log },
) {
  const underway = new Map<string, { entry: Entry; sending: Promise<State> }>();
  const unmarked = new Map<string, { entry: Entry; sentAt: Date; answer: string }>();
  const awaited = new Map<string, (state: State) => void>();
  let reserved = 0;
  let roused = Promise.withResolvers<void>();
  let hasBacklog = false;
  let hasMoreRoom = false;
  let isStopped = false;
  let isDatabaseDown = false;
  let forgottenAt = 0;
  let claimFrom = 0;
  const running = run();

  /** One attempt. Never rejects: what failed is noted, or due again when its lease runs out. */
  function send(entry: Entry): Promise<State> {
    const { id } = entry;
    if (unmarked.has(id)) return Promise.resolve('sent');
    const found = underway.get(id);
    if (found) return found.sending;
    const sending = attempt(entry).then((state) => {
      underway.delete(id);
      awaited.get(id)?.(state);
      hasMoreRoom = true;
      if (hasBacklog) roused.resolve();
      return state;
    });
    underway.set(id, { entry, sending });
    return sending;
  }

  async function attempt(entry: Entry): Promise<State> {
    const { id, attempts } = entry;
    try {
      const answer = await deliver(entry, AbortSignal.timeout(timings.attempt));
      unmarked.set(id, { entry, sentAt: new Date(), answer });
      log.info({ id, attempts, answer }, 'Sent.');
    } catch (error) {
      return await postpone(entry, error as Error);
    }
    // Not awaited: the visitor's answer does not depend on it.
    void mark(id).catch(({ message }) =>
      log.error({ id, reason: message }, 'Sent, but not marked yet.'),
    );
    return 'sent';
  }

  async function mark(id: string): Promise<void> {
    const sent = unmarked.get(id);
    if (!sent) return;
    await outbox.markSent(sent.entry, sent.sentAt, sent.answer);
    unmarked.delete(id);
  }

  /** Marking twice is harmless. Rejects when the database is still down. */
  async function markAll(): Promise<void> {
    await Promise.all([...unmarked.keys()].map(mark));
  }

  async function postpone({ id, attempts }: Entry, error: Error): Promise<State> {
    const state = error instanceof MailRefusedError ? 'refused' : 'waiting';
    const pause = pauseAfter(state, attempts, timings);
    log.warn({ id, attempts, state, answer: error.message, pause }, 'Not sent.');
    // If this cannot be written either, the lease runs out and the message is due again.
    await outbox
      .postpone(id, state, pause, error.message)
      .catch(({ message }) => log.error({ id, reason: message }, 'Not sent, and not noted.'));
    return state;
  }

  function room(): number {
    return mostUnderway - underway.size - reserved;
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      roused = Promise.withResolvers();
      hasMoreRoom = false;
      hasBacklog = await round().then(noteSuccess, noteFailure);
      // Room that appeared meanwhile is not missed.
      if (hasBacklog && hasMoreRoom) continue;
      const pause = timings.poll * (0.75 + Math.random() / 2);
      if (!isStopped) await Promise.race([roused.promise, sleep(pause, null, { ref: false })]);
    }
  }

  /** @returns whether more may be due than there was room for. */
  async function round(): Promise<boolean> {
    await markAll();
    const isBehind = Date.now() >= claimFrom && (await claimDue());
    if (Date.now() - forgottenAt > hour) {
      await outbox.forgetOld();
      forgottenAt = Date.now();
    }
    return isBehind;
  }

  async function claimDue(): Promise<boolean> {
    const free = room();
    if (free <= 0) return true;
    const entries = await outbox.claim(free, timings.lease);
    for (const entry of entries) void send(entry);
    return entries.length === free;
  }

  function noteSuccess(isBehind: boolean): boolean {
    if (isDatabaseDown) log.info('The store is back.');
    isDatabaseDown = false;
    return isBehind;
  }

  function noteFailure(error: Error): false {
    if (!isDatabaseDown) log.error({ reason: error.message }, 'The store is down.');
    isDatabaseDown = true;
    // When it is back, first every process marks what it sent meanwhile, then they claim: a mail
    // whose lease ran out during the outage would be sent twice otherwise.
    claimFrom = Date.now() + 3 * timings.poll;
    return false;
  }

  /** Leased at once where there is room, so that no other process takes it between two statements. */
  async function store(entry: Entry): Promise<State | undefined> {
    if (room() <= 0) {
      const known = await outbox.keep(entry, null);
      if (!known) roused.resolve();
      return known;
    }
    reserved += 1;
    const keeping = outbox.keep(entry, timings.lease);
    const known = await keeping.finally(() => {
      reserved -= 1;
    });
    if (!known) void send(entry);
    return known;
  }

  return {
    send,

    /**
     * Stores a message and waits for the first attempt at it. Rejects when it cannot be stored.
     * @returns what came of that, or of the same message before; undefined after `timeoutMs`.
     */
    async storeAndSend(entry: Entry, timeoutMs: number): Promise<State | undefined> {
      const { promise: attempted, resolve } = Promise.withResolvers<State>();
      const deadline = Date.now() + timeoutMs;
      awaited.set(entry.id, resolve);
      try {
        return (await store(entry)) ?? (await within(deadline - Date.now(), attempted));
      } finally {
        awaited.delete(entry.id);
      }
    },

    /** What becomes of a message with this hash, if this process is sending it or has sent it. */
    find(hash: string): Promise<State> | undefined {
      const isSame = ({ entry }: { entry: Entry }) => entry.hash === hash;
      if ([...unmarked.values()].some(isSame)) return Promise.resolve('sent');
      return [...underway.values()].find(isSame)?.sending;
    },

    /** How many mails are on their way, and how many are sent and not marked in the store yet. */
    count: () => ({ underway: underway.size, unmarked: unmarked.size }),

    /** No claims after this; what was claimed is still being sent. */
    async stop(): Promise<void> {
      isStopped = true;
      roused.resolve();
      await running;
    },

    /** Waits for the mails on their way, and marks them. */
    async finish(): Promise<void> {
      const sending = [...underway.values()].map((each) => each.sending);
      await within(timings.shutdown, Promise.all(sending));
      const marked = markAll().catch(({ message }) =>
        log.error({ reason: message }, 'Not marked.'),
      );
      await within(timings.shutdown, marked);
    },
  };
}
