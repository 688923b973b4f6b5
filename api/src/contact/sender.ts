import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { openDeliveries } from './deliveries.ts';
import { smtpConnections, type Transport } from './mail.ts';
import type { Entry, MessageState, Outbox } from './outbox.ts';
import { hashMessage, type ReceivedMessage } from './read-message.ts';
import { type Timings, within } from './timings.ts';

/** A message was neither stored nor, in time, delivered: the visitor has to send it again. Its delivery may still succeed. */
export class NotAcceptedError extends Error {
  override name = 'NotAcceptedError';
}

/** What the limits have found out about a message. */
interface Known {
  hash?: string;
  /** The state of an equal message in the outbox. */
  state?: MessageState | undefined;
}

/**
 * Stores a message and waits for the mail server as long as a visitor does.
 * @returns the state of the message, or of an equal earlier one.
 * @throws NotAcceptedError
 */
export type AcceptMessage = (message: ReceivedMessage, known?: Known) => Promise<MessageState>;

/** Mails underway at once: more than connections, so that no connection waits for the database. */
const mostUnderway = 4 * smtpConnections;

/** Messages that a process delivers without having stored them, while the database is down. */
const mostUnstored = 100;

const hour = 3_600_000;

interface AwaitedMessage {
  /** The answer for the visitor. */
  answer: Promise<MessageState>;
  onAttempted: (state: MessageState) => void;
}

/**
 * Accepts messages, of visitors and of the site to its owner, and sends them. Polls for messages that are due; several processes may share one
 * database.
 */
export function startSender(
  outbox: Outbox,
  transport: Transport,
  { timings, log }: { timings: Timings; log: Log },
) {
  const awaited = new Map<string, AwaitedMessage>();
  const deliveries = openDeliveries(outbox, transport, { timings, log }, ({ hash }, state) => {
    awaited.get(hash)?.onAttempted(state);
    wake.resolve();
  });
  let unstored = 0;
  // Messages that are being stored and will be sent at once.
  let reserved = 0;
  let wake = Promise.withResolvers<void>();
  let isClosed = false;
  let isDatabaseDown = false;
  // Monotonic: the system's clock may be set back.
  let forgottenAt = Number.NEGATIVE_INFINITY;
  /** No claim before this time, after an outage. */
  let claimFrom = 0;
  const running = run();

  const accept: AcceptMessage = (message, known = {}) => {
    if (isClosed) return Promise.reject(new NotAcceptedError('The outbox is closing.'));
    const { hash = hashMessage(message), state } = known;
    const same = awaited.get(hash);
    if (same) return same.answer;
    if (state === 'sent') return Promise.resolve(state);
    const { promise: attempted, resolve: onAttempted } = Promise.withResolvers<MessageState>();
    const answer = receive(message, hash, attempted).finally(() => awaited.delete(hash));
    awaited.set(hash, { answer, onAttempted });
    return answer;
  };

  async function receive(
    message: ReceivedMessage,
    hash: string,
    attempted: Promise<MessageState>,
  ): Promise<MessageState> {
    const deadline = performance.now() + timings.answer;
    // An earlier request may have sent an equal message.
    const same = deliveries.find(hash);
    if (same && (await within(timings.answer, same)) === 'sent') return 'sent';
    const id = randomBytes(8).toString('hex');
    const entry: Entry = { id, hash, message, createdAt: new Date(), attempts: 1 };
    try {
      const state = (await store(entry)) ?? (await within(deadline - performance.now(), attempted));
      // Another process may have sent the message during the wait.
      return state ?? (await outbox.find(hash).catch(() => undefined)) ?? 'kept';
    } catch (error) {
      log.error({ id, reason: (error as Error).message }, 'Not stored: delivering it at once.');
      return await sendUnstored(entry, deadline - performance.now());
    }
  }

  /**
   * Leases the message in the same statement if there is room, before another process can claim it.
   * @returns the state of an equal message that is stored already.
   */
  async function store(entry: Entry): Promise<MessageState | undefined> {
    if (room() <= 0) {
      const known = await outbox.keep(entry, null);
      if (!known) wake.resolve();
      return known;
    }
    reserved += 1;
    const keeping = outbox.keep(entry, timings.lease);
    const known = await keeping.finally(() => {
      reserved -= 1;
    });
    if (!known) void deliveries.send(entry);
    return known;
  }

  /**
   * Sends a message that the database refused. If the mail server does not take it, stores it once more.
   * @throws NotAcceptedError after `timeoutMs`, while the delivery goes on, or if it cannot be stored either
   */
  async function sendUnstored(entry: Entry, timeoutMs: number): Promise<MessageState> {
    if (unstored >= mostUnstored) throw new NotAcceptedError('Too many messages at once.');
    unstored += 1;
    const sending = deliveries.find(entry.hash) ?? deliveries.send(entry);
    void sending.finally(() => {
      unstored -= 1;
    });
    const state = await within(timeoutMs, sending);
    if (state === 'sent') return state;
    if (state === undefined) throw new NotAcceptedError('Neither stored nor delivered in time.');
    try {
      return (await outbox.keep(entry, null)) ?? state;
    } catch (error) {
      throw new NotAcceptedError('Neither stored nor delivered.', { cause: error });
    }
  }

  function room(): number {
    return mostUnderway - deliveries.count('sending') - reserved;
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      wake = Promise.withResolvers();
      await round().then(noteSuccess, noteFailure);
      const pause = timings.poll * (0.75 + Math.random() / 2);
      if (!isClosed) await Promise.race([wake.promise, sleep(pause, null, { ref: false })]);
    }
  }

  async function round(): Promise<void> {
    await deliveries.markAll();
    if (performance.now() >= claimFrom) await claimDue();
    if (performance.now() - forgottenAt > hour) {
      await outbox.forgetOld();
      forgottenAt = performance.now();
    }
  }

  async function claimDue(): Promise<void> {
    const free = room();
    if (free <= 0) return;
    for (const entry of await outbox.claim(free, timings.lease)) void deliveries.send(entry);
  }

  function noteSuccess(): void {
    if (isDatabaseDown) log.info('The store is back.');
    isDatabaseDown = false;
  }

  function noteFailure(error: Error): void {
    if (!isDatabaseDown) log.error({ reason: error.message }, 'The store is down.');
    isDatabaseDown = true;
    // After an outage all processes mark what they sent before any of them claims: a mail whose
    // lease ended meanwhile would be sent twice.
    claimFrom = performance.now() + 3 * timings.poll;
  }

  return {
    accept,

    /** Finds the state of a message by its hash; undefined if it is unknown, or while the database is down. */
    async find(hash: string): Promise<MessageState | undefined> {
      return awaited.has(hash) ? 'sending' : outbox.find(hash).catch(() => undefined);
    },

    /** Counts mails that are being sent, and sent ones that are not marked yet. */
    count: () => ({ underway: deliveries.count('sending'), unmarked: deliveries.count('sent') }),

    /**
     * Stops accepting and claiming. Waits some seconds for visitors' answers, then for mails underway; a
     * restarted process sends the others.
     */
    async close(): Promise<void> {
      isClosed = true;
      wake.resolve();
      const answers = [...awaited.values()].map(({ answer }) => answer);
      await within(timings.shutdown, Promise.allSettled([running, ...answers]));
      await within(timings.shutdown, deliveries.settled());
      const marked = deliveries
        .markAll()
        .catch(({ message }) => log.error({ reason: message }, 'Not marked.'));
      await within(timings.shutdown, marked);
    },
  };
}
