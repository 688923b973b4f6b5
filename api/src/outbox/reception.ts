import { randomBytes } from 'node:crypto';
import type { Message } from '../contact/message.ts';
import type { Log } from '../log.ts';
import type { Courier } from './courier.ts';
import type { Entry, Ledger, State } from './ledger.ts';
import { hashMessage } from './message-hash.ts';
import type { Pace } from './pace.ts';
import { within } from './within.ts';

/** Neither stored nor delivered: the visitor has to send it again. */
export class NotAcceptedError extends Error {
  override name = 'NotAcceptedError';
}

/** What a process holds in memory of visitors who wait for their answer, while the store is down. */
const mostUnstored = 100;

/** What the reception needs of the rest of the outbox. */
type Parts = { room: number; pace: Pace; log: Log; onDue: () => void; onRoom: () => void };

/** Takes messages in: stored or delivered, or not accepted. */
export function openReception(
  ledger: Ledger,
  courier: Courier,
  { room, pace, log, onDue, onRoom }: Parts,
) {
  const arriving = new Map<string, Promise<State>>();
  const awaited = new Map<string, (state: State) => void>();
  let reserved = 0;
  let unstored = 0;
  let isClosed = false;

  async function carry(entry: Entry): Promise<State> {
    const state = await courier.carry(entry);
    awaited.get(entry.id)?.(state);
    onRoom();
    return state;
  }

  async function store(entry: Entry): Promise<State | undefined> {
    // With room it starts in our hand, and no other process can take it between two statements.
    const carriesNow = courier.underway().length + reserved < room;
    if (carriesNow) reserved += 1;
    const heldUntil = carriesNow ? Date.now() + pace.lease : null;
    const known = await ledger.keep(entry, heldUntil).finally(() => {
      if (carriesNow) reserved -= 1;
    });
    if (known) return known;
    if (carriesNow) void carry(entry);
    else onDue();
    return undefined;
  }

  /** The store refused it: the mail server may take it at once, or the store a moment later. */
  async function deliverUnstored(entry: Entry, patience: number): Promise<State> {
    if (unstored >= mostUnstored) throw new NotAcceptedError('Too many messages at once.');
    unstored += 1;
    const delivered = courier.find(entry.hash) ?? carry(entry);
    const state = await within(patience, delivered).finally(() => {
      unstored -= 1;
    });
    if (state === 'sent') return state;
    if (state === undefined) throw new NotAcceptedError('Neither stored nor delivered in time.');
    try {
      return (await ledger.keep({ ...entry, attempts: 1 }, null)) ?? state;
    } catch (error) {
      throw new NotAcceptedError('Neither stored nor delivered.', { cause: error });
    }
  }

  async function receive(message: Message, hash: string, patience: number): Promise<State> {
    const id = randomBytes(8).toString('hex');
    const entry: Entry = { id, hash, message, createdAt: new Date(), attempts: 1 };
    const deadline = Date.now() + patience;
    const inHand = courier.find(hash);
    if (inHand && (await within(patience, inHand)) === 'sent') return 'sent';
    const outcome = new Promise<State>((resolve) => awaited.set(id, resolve));
    try {
      const known = await store(entry);
      if (known) return known;
      // Another process may have carried it, so after the wait the store has the last word.
      const state = await within(deadline - Date.now(), outcome);
      return state ?? (await ledger.find(hash).catch(() => undefined)) ?? 'waiting';
    } catch (error) {
      log.error({ id, reason: (error as Error).message }, 'Not stored: delivering it at once.');
      return await deliverUnstored(entry, deadline - Date.now());
    } finally {
      awaited.delete(id);
    }
  }

  return {
    carry,

    /**
     * @param patience how long the visitor may wait for the mail server, in milliseconds.
     * @returns what became of the message, or of the first one that said the same.
     * @throws NotAcceptedError
     */
    accept(message: Message, patience: number): Promise<State> {
      if (isClosed) return Promise.reject(new NotAcceptedError('The outbox is closing.'));
      const hash = hashMessage(message);
      const same = arriving.get(hash);
      if (same) return same;
      const arrival = receive(message, hash, patience).finally(() => arriving.delete(hash));
      arriving.set(hash, arrival);
      return arrival;
    },

    /** Whether a message is known already. A store that is down knows nothing. */
    async knows(message: Message): Promise<boolean> {
      const hash = hashMessage(message);
      return arriving.has(hash) || (await ledger.find(hash).catch(() => undefined)) !== undefined;
    },

    /** Nothing is accepted after this; resolves when the last visitor has their answer. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(arriving.values());
    },
  };
}
