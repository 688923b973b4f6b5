import type { Contents, SharedContents } from '../contents/contents.ts';
import type { Database, LocalDatabase, Steps } from '../database/database.ts';

export interface Store extends Contents {
  /** The database for changes: a file of this machine, or the database of several. */
  facts: Database;
  /** The database for reading without waiting: the same file, or this machine's copy. */
  local: LocalDatabase;
  shared: Sharing;
  /** The other origins that pages may call, frame or show (CONNECT_ORIGINS). */
  connectOrigins: readonly string[];
}

export interface OpenStore extends Store {
  /** Starts to follow changes of other machines, if there are any. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

/** How this machine follows the database of several machines. */
export interface Sharing extends SharedContents {
  /** Updates this machine's copy. @throws DatabaseAwayError */
  pull(): Promise<void>;
  /**
   * Updates the copy for a request of something unknown, at a bounded rate and without errors. When it resolves, the
   * copy has all earlier changes, unless the database is unreachable.
   */
  catchUp(): Promise<void>;
  /** A sentence that says why this machine cannot follow the database; undefined if it can. */
  trouble(): string | undefined;
}

/** The part of a log that the store needs. */
export interface Logger {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The mark of this turn of the event loop, so that concurrent requests share one statement. */
const marks = new WeakMap<LocalDatabase, string>();

/** How often this process has written to the local database. */
const rewrites = new WeakMap<LocalDatabase, number>();

/**
 * A mark that differs after any change that servers show: the number of changes and of rewrites of the copy, as the
 * copy of another database may have an equal number of changes.
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

/** Has to be called after this process has written to the local database. */
export function noteRewritten({ local }: Pick<Store, 'local'>): void {
  rewrites.set(local, (rewrites.get(local) ?? 0) + 1);
  marks.delete(local);
}

/**
 * Runs a transaction that changes what servers show, and updates this machine's copy, unless the database becomes
 * unreachable.
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
