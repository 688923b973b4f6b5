import { randomBytes } from 'node:crypto';
import type { Log } from '../log.ts';
import { type Outcome, openDeliveries } from './deliveries.ts';
import { smtpConnections, type Transport } from './mail.ts';
import type { Entry, MessageState, Outbox } from './outbox.ts';
import { pollOutbox } from './poll-outbox.ts';
import { hashMessage, type ReceivedMessage } from './read-message.ts';
import { type Timings, within } from './timings.ts';

/** A message was neither stored nor, in time, delivered: the visitor has to send it again. Its delivery may still succeed. */
export class NotAcceptedError extends Error {
  override name = 'NotAcceptedError';
}

/** What `limitSenders` has found out about a message. */
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

/** Mails underway at once: more than connections, which have a next mail while the outbox is asked for more. */
const mostUnderway = 4 * smtpConnections;

/** The same while the database is down, when each message is sent without being stored. */
const mostUnstored = 100;

interface AwaitedMessage {
  /** The answer for the visitor. */
  answer: Promise<MessageState>;
  onAttempted: (outcome: Outcome) => void;
}

/**
 * Accepts messages, of visitors and of the site to its owner, and sends them. Several processes may share one
 * database.
 */
export function startSender(
  outbox: Outbox,
  transport: Transport,
  { timings, log }: { timings: Timings; log: Log },
) {
  // Messages that are being stored and will be sent at once.
  let reserved = 0;
  let isClosed = false;
  // By the hash of the message.
  const awaited = new Map<string, AwaitedMessage>();
  const deliveries = openDeliveries(outbox, transport, { timings, log }, ({ hash }, outcome) => {
    awaited.get(hash)?.onAttempted(outcome);
    polling.wake();
  });
  const polling = pollOutbox(outbox, deliveries, room, { timings, log });

  function room(): number {
    return mostUnderway - deliveries.count('sending') - reserved;
  }

  const accept: AcceptMessage = (message, { hash = hashMessage(message), state } = {}) => {
    if (isClosed) return Promise.reject(new NotAcceptedError('The outbox is closing.'));
    // Any other state may have changed since.
    if (state === 'sent') return Promise.resolve(state);
    const equal = awaited.get(hash);
    if (equal) return equal.answer;
    const { promise: attempted, resolve: onAttempted } = Promise.withResolvers<Outcome>();
    const answer = receive(message, hash, attempted).finally(() => awaited.delete(hash));
    awaited.set(hash, { answer, onAttempted });
    return answer;
  };

  async function receive(
    message: ReceivedMessage,
    hash: string,
    attempted: Promise<Outcome>,
  ): Promise<MessageState> {
    const deadline = performance.now() + timings.answer;
    const timeLeft = () => deadline - performance.now();
    // An earlier request may have begun to send an equal message.
    const earlier = deliveries.find(hash);
    if (earlier && (await within(timeLeft(), earlier)) === 'sent') return 'sent';
    const id = randomBytes(8).toString('hex');
    const entry: Entry = { id, hash, message, createdAt: new Date(), attempts: 1 };
    let equal: MessageState | undefined;
    try {
      equal = await store(entry);
    } catch (error) {
      log.error({ id, reason: (error as Error).message }, 'Not stored: delivering it at once.');
      return sendUnstored(entry, timeLeft());
    }
    if (equal) return equal;
    const outcome = await within(timeLeft(), attempted);
    // Without an attempt here, another process may have sent the message.
    return outcome ?? (await outbox.find(hash).catch(() => undefined)) ?? 'kept';
  }

  /**
   * Stores a message. If there is room, the same statement leases it to this process, which sends it at once; a claim
   * finds it otherwise.
   * @returns the state of an equal message that is stored already
   */
  async function store(entry: Entry): Promise<MessageState | undefined> {
    if (room() <= 0) {
      const equal = await outbox.keep(entry);
      // Room may have come free meanwhile.
      if (!equal) polling.wake();
      return equal;
    }
    reserved += 1;
    const storing = outbox.keep(entry, timings.lease);
    const equal = await storing.finally(() => {
      reserved -= 1;
    });
    if (!equal) void deliveries.send(entry);
    return equal;
  }

  /**
   * Sends a message that could not be stored. If the attempt fails, stores it once more.
   * @throws NotAcceptedError after `timeoutMs`, while the delivery goes on, or if it cannot be stored either
   */
  async function sendUnstored(entry: Entry, timeoutMs: number): Promise<MessageState> {
    const isTooMuch = deliveries.count('sending') >= mostUnstored;
    if (isTooMuch) throw new NotAcceptedError('Too many messages at once.');
    const sending = deliveries.find(entry.hash) ?? deliveries.send(entry);
    const outcome = await within(timeoutMs, sending);
    if (outcome === 'sent') return outcome;
    if (outcome === undefined) throw new NotAcceptedError('Neither stored nor delivered in time.');
    try {
      return (await outbox.keep(entry)) ?? 'kept';
    } catch (error) {
      throw new NotAcceptedError('Neither stored nor delivered.', { cause: error });
    }
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
      const answers = [...awaited.values()].map(({ answer }) => answer);
      await within(timings.shutdown, Promise.allSettled([polling.close(), ...answers]));
      await within(timings.shutdown, deliveries.settled());
      const marked = deliveries
        .markAll()
        .catch(({ message }) => log.error({ reason: message }, 'Not marked.'));
      await within(timings.shutdown, marked);
    },
  };
}
