import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@portfolio/releases/database/database.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import type { Log } from '../log.ts';
import { hashMessage, type ReceivedMessage } from './contact-calls.ts';
import { inOneLine, smtpConnections } from './mail.ts';
import type { Entry, State } from './outbox-table.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** All times of the outbox, in milliseconds. Tests use shorter ones. */
export const usualTimings = {
  /** How long a visitor waits for the mail server; then the answer is `false`: the message is kept. */
  answer: 8 * second,
  /** Servers scan mails. */
  attempt: 2 * minute,
  /** How long a message is this process's: longer than any attempt. */
  lease: 2.5 * minute,
  poll: second,
  firstPause: 5 * second,
  /** Greylisting needs about five minutes. */
  longestPause: 10 * minute,
  /** A person has to correct the set-up, so attempts are rare, but never end. */
  refusedPause: hour,
  shutdown: 5 * second,
};

export type Timings = typeof usualTimings;

/** An equal message within a day is not sent again; one hour is margin. */
const sentMs = 25 * hour;

/** Mails underway at once: more than connections, which have a next mail while the table is asked for more. */
const mostUnderway = 4 * smtpConnections;

/** A mail that this process sends. */
interface Delivery extends Entry {
  isStored: boolean;
  isSent: Promise<boolean>;
  /** What the mail server said when it took the mail. */
  taken?: string;
}

/** Hands a mail to the mail server. A refusal has its `responseCode`. */
type Send = (entry: Entry, signal: AbortSignal) => Promise<string>;

/**
 * Accepts messages, of visitors and of the site to its owner, and sends all that are due, whichever process stored
 * them. A message is accepted when it is stored or delivered. Once the mail server has taken a mail, only its mark is
 * retried, never the mail.
 */
export function startOutbox(
  database: Database,
  send: Send,
  { timings, log }: { timings: Timings; log: Log },
) {
  /** By the id of the message, until it is marked as sent or has failed. */
  const deliveries = new Map<string, Delivery>();
  const unmarked = () => [...deliveries.values()].filter(({ taken }) => taken !== undefined);
  const underway = () => deliveries.size - unmarked().length;
  const closing = new AbortController();
  const running = run();

  /**
   * Stores a message and waits for the mail server as long as a visitor does.
   * @returns whether it, or an equal earlier one, is sent; otherwise it is stored
   * @throws RefusedError if it was neither stored nor, in time, delivered: it has to be sent again
   */
  async function storeAndSend(message: ReceivedMessage): Promise<boolean> {
    const id = hashMessage(message);
    const entry = { id, message, createdAt: new Date(), attempts: 1 };
    const hasRoom = deliveries.has(id) || underway() < mostUnderway;
    if (!hasRoom) return storeForOthers(entry);
    const delivery = deliveries.get(id) ?? startDelivery(entry, false);
    const isSent = await within(timings.answer, delivery.isSent);
    if (isSent !== undefined || delivery.isStored) return isSent ?? false;
    throw refuse('Neither stored nor delivered in time.');
  }

  /** Stores a message that the first process with room sends. */
  async function storeForOthers(entry: Entry): Promise<boolean> {
    const known = await storeUnlessKnown({ ...entry, attempts: 0 }, 0).catch((cause: Error) => {
      throw refuse('Too many messages at once.', cause);
    });
    return known === 'sent';
  }

  function startDelivery(entry: Entry, isStored: boolean): Delivery {
    const delivery: Delivery = { ...entry, isStored, isSent: Promise.resolve(false) };
    deliveries.set(entry.id, delivery);
    delivery.isSent = deliver(delivery).finally(() => {
      if (delivery.taken === undefined) deliveries.delete(entry.id);
    });
    return delivery;
  }

  async function deliver(delivery: Delivery): Promise<boolean> {
    const { id, attempts } = delivery;
    try {
      const known = delivery.isStored ? undefined : await storeUnlessKnown(delivery, timings.lease);
      if (known) return known === 'sent';
      delivery.isStored = true;
    } catch (error) {
      const { message: reason } = error as Error;
      log.error({ id, reason }, 'Not stored: delivering it at once.');
    }
    try {
      delivery.taken = inOneLine(await send(delivery, AbortSignal.timeout(timings.attempt)));
    } catch (error) {
      await postpone(delivery, error as Error);
      return false;
    }
    log.info({ id, attempts, answer: delivery.taken }, 'Sent.');
    void mark().catch(({ message: reason }) => log.error({ id, reason }, 'Sent, but not marked.'));
    return true;
  }

  async function postpone(delivery: Delivery, error: Error & { responseCode?: number }) {
    const { id, attempts, isStored } = delivery;
    const answer = inOneLine(error.message);
    // With one fixed recipient the set-up is wrong.
    const state = (error.responseCode ?? 0) >= 500 ? 'refused' : 'kept';
    // Spread by ±25 %, so that the messages of one outage do not return in one second.
    const spread = 0.75 + Math.random() / 2;
    const pause = Math.round(pauseAfter(state, attempts, timings) * spread);
    log.warn({ id, attempts, state, answer, pause }, 'Not sent.');
    await note(delivery, state, answer, pause).catch((cause: Error) => {
      log.error({ id, reason: cause.message }, 'Not sent, and not noted.');
      // A stored message is due again when its lease ends.
      if (!isStored) throw refuse('Neither stored nor delivered.', cause);
    });
  }

  async function mark(): Promise<void> {
    for (const sent of unmarked()) {
      await note(sent, 'sent', sent.taken, sentMs);
      deliveries.delete(sent.id);
    }
  }

  async function run(): Promise<void> {
    let isDown = false;
    // Monotonic: the system's clock may be set back.
    let cleanUpAt = 0;
    while (!closing.signal.aborted) {
      let pause = timings.poll;
      try {
        await mark();
        if (isDown || performance.now() >= cleanUpAt) {
          await forgetOld();
          cleanUpAt = performance.now() + hour;
        }
        if (isDown) {
          log.info('The store is back.');
          isDown = false;
          // After an outage all processes mark what they sent before any of them claims: a mail whose lease ended
          // meanwhile would be sent twice.
          pause *= 3;
        } else await sendDue();
      } catch (error) {
        if (!isDown) log.error({ reason: (error as Error).message }, 'The store is down.');
        isDown = true;
      }
      await sleep(pause, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    }
  }

  /** Takes messages that are due for a lease's time, and sends them. */
  async function sendDue(): Promise<void> {
    const room = mostUnderway - underway();
    if (room <= 0) return;
    const now = await database.now();
    // Some may be marked before the answer arrives.
    const own = new Set(deliveries.keys());
    type Row = { id: string; payload: string; attempts: number; created_at: number };
    // PostgreSQL checks only the outer condition again once it has the row's lock.
    const rows = await database.run<Row>(
      `UPDATE outbox SET state = 'sending', due_at = $2, attempts = attempts + 1
      WHERE state <> 'sent' AND due_at <= $1 AND id IN (
        SELECT id FROM outbox WHERE state <> 'sent' AND due_at <= $1 ORDER BY due_at LIMIT $3
      )
      RETURNING id, payload, attempts, created_at`,
      [now, now + timings.lease, room],
    );
    for (const { id, payload, attempts, created_at } of rows) {
      const entry = { id, attempts, message: JSON.parse(payload), createdAt: new Date(created_at) };
      const isOwn = own.has(id) || deliveries.has(id);
      if (!isOwn) startDelivery(entry, true);
    }
  }

  /**
   * Stores a message, unless it is known. It is this process's for `lease` ms; with 0 that of the first to claim it.
   * @returns the state of the known message, otherwise undefined
   */
  async function storeUnlessKnown(entry: Entry, lease: number): Promise<State | undefined> {
    const stored = await upsert(entry, 'sending', lease, 'DO NOTHING RETURNING id');
    if (stored.length > 0) return undefined;
    const select = 'SELECT state FROM outbox WHERE id = $1';
    const [known] = await database.run<{ state: State }>(select, [entry.id]);
    // Another process may have deleted it between the two statements.
    return known?.state ?? storeUnlessKnown(entry, lease);
  }

  /** Stores the outcome of an attempt, also of a message that could not be stored before. */
  async function note(entry: Entry, state: State, answer: string | undefined, pause: number) {
    // Another process may have sent it too.
    const update = `DO UPDATE SET payload = excluded.payload, state = excluded.state,
      due_at = excluded.due_at, last_answer = excluded.last_answer WHERE outbox.state <> 'sent'`;
    await upsert(entry, state, pause, update, answer);
  }

  /** Writes a row that is due in `pause` ms, with what else to do `onConflict` with its id. */
  async function upsert(
    { id, message, attempts, createdAt }: Entry,
    state: State,
    pause: number,
    onConflict: string,
    answer: string | null = null,
  ) {
    const payload = state === 'sent' ? null : JSON.stringify(message);
    const due = (await database.now()) + pause;
    return database.run(
      `INSERT INTO outbox (id, payload, state, attempts, created_at, due_at, last_answer)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) ${onConflict}`,
      [id, payload, state, attempts, createdAt.getTime(), due, answer],
    );
  }

  /** Deletes old rows, and takes deleted texts off the disk. */
  async function forgetOld(): Promise<void> {
    const now = await database.now();
    await database.run(`DELETE FROM outbox WHERE state = 'sent' AND due_at < $1`, [now]);
    // While another process reads the log it stays; the next hour tries again.
    void database.truncateLog().catch(() => {});
  }

  return {
    storeAndSend,

    /** Counts mails that are being sent, and sent ones that are not marked yet. */
    count: () => ({ underway: underway(), unmarked: unmarked().length }),

    /** Waits some seconds for the mails underway; a restarted process sends the others. */
    async close(): Promise<void> {
      closing.abort();
      const ends = [...deliveries.values()].map(({ isSent }) => isSent);
      const marked = Promise.allSettled([running, ...ends]).then(mark);
      await within(timings.shutdown, marked).catch(({ message: reason }) =>
        log.error({ reason }, 'Not marked.'),
      );
    },
  };
}

const refuse = (reason: string, cause?: Error) =>
  Object.assign(new RefusedError(reason, 503), { cause });

/** The pause before the next attempt, in milliseconds. */
export function pauseAfter(state: 'kept' | 'refused', attempts: number, timings: Timings): number {
  const { firstPause, longestPause, refusedPause } = timings;
  return state === 'refused'
    ? refusedPause
    : Math.min(longestPause, firstPause * 3 ** (attempts - 1));
}

/** Waits for a promise, at most `time` ms. @returns undefined when the time is up. */
export function within<Result>(
  time: number,
  promise: Promise<Result>,
): Promise<Result | undefined> {
  return Promise.race([promise, sleep(time, undefined, { ref: false })]);
}
