import type { Contents, SharedContents } from '../contents/contents.ts';
import type { Database, LocalDatabase, Steps } from '../database/database.ts';
import { DatabaseError } from '../database/database-errors.ts';

/** Where releases are, with all that is known of them. */
export interface Store extends Contents {
  /** Where changes go: a file of this machine, or the database of several. */
  facts: Database;
  /** What this machine serves, read without waiting: the same, or this machine's copy of it. */
  local: LocalDatabase;
  shared: Sharing;
}

export interface OpenStore extends Store {
  /** From now on this machine's copy follows what others change; resolves at once where there is none. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

/** What several machines share, and how this machine's copy follows it. */
export interface Sharing extends SharedContents {
  /** Brings this machine's copy up to date. @throws DatabaseAwayError */
  pull(): Promise<void>;
  /**
   * The same for a request for what is not here: at a bounded rate, and without an error. When it resolves,
   * all that was written before the call is here, unless the database is away.
   */
  catchUp(): Promise<void>;
  /** Why this machine cannot follow the database, in a sentence; nothing while it can. */
  trouble(): string | undefined;
}

/** What the store needs of a log; the API hands in its own. */
export interface Logger {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The mark of this turn of the event loop: requests that arrive together share one statement. */
const marks = new WeakMap<LocalDatabase, string>();

/** How often this process has rewritten what this machine serves. */
const rewrites = new WeakMap<LocalDatabase, number>();

/**
 * A mark that is another one once anything that a server shows has changed: the number of changes, and how
 * often this process has rewritten its copy, as the copy of another database may have the same number.
 * @throws DatabaseError
 */
export function changeMark({ local }: Pick<Store, 'local'>): string {
  const known = marks.get(local);
  if (known !== undefined) return known;
  const [row] = local.read<{ number: number }>('SELECT number FROM changes');
  const mark = `${row?.number} ${rewrites.get(local) ?? 0}`;
  marks.set(local, mark);
  setImmediate(() => marks.delete(local));
  return mark;
}

/** To be called when this process has written to what this machine serves. */
export function noteRewritten({ local }: Pick<Store, 'local'>): void {
  rewrites.set(local, (rewrites.get(local) ?? 0) + 1);
  marks.delete(local);
}

/**
 * Reads something of this machine once, until anything has changed; while the database cannot be read, what
 * was read last.
 */
export function readUntilChanged<Result>(
  read: (local: LocalDatabase) => Result,
): (store: Pick<Store, 'local'>) => Result {
  const inMemory = new WeakMap<LocalDatabase, { mark: string; result: Result }>();
  return ({ local }) => {
    const known = inMemory.get(local);
    try {
      const mark = changeMark({ local });
      if (known?.mark === mark) return known.result;
      const result = read(local);
      inMemory.set(local, { mark, result });
      return result;
    } catch (error) {
      if (!(known && error instanceof DatabaseError)) throw error;
      return known.result;
    }
  };
}

/**
 * One transaction that changes what servers show. When it resolves, this machine's copy has it too, unless
 * the database went away since.
 */
export async function changeSite<Result>(
  store: Store,
  steps: () => Steps<Result>,
): Promise<Result> {
  const result = await store.facts.transact(function* () {
    const made = yield* steps();
    yield ['UPDATE changes SET number = number + 1'];
    return made;
  });
  await store.shared.pull().catch(() => {});
  noteRewritten(store);
  return result;
}
