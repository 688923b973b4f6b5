import type { Database, Statements } from '../database/database.ts';
import type { Releases } from './releases.ts';

export interface Store {
  dataDir: string;
  /** A file of this machine, or the database of several. */
  database: Database;
  /** Whether several machines use the database. */
  isShared: boolean;
  /** The releases that this process has opened. */
  releases: Releases;
  /** The other origins that pages may call, frame or show (CONNECT_ORIGINS). */
  connectOrigins: readonly string[];
  /** How many bytes the files of a release may have (UPLOAD_BYTES). */
  mostBytes: number;
  /** Called after each change by this process. */
  onChanged: Set<() => Promise<void>>;
}

export interface OpenStore extends Store {
  close(): Promise<void>;
}

/** The part of a log that the store needs. */
export interface Logger {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Runs a transaction that changes what servers show. */
export async function changeSite<Result>(
  store: Store,
  work: (tx: Statements) => Promise<Result>,
): Promise<Result> {
  const result = await store.database.transact(async (tx) => {
    const made = await work(tx);
    await tx.run('UPDATE changes SET number = number + 1');
    return made;
  });
  store.releases.retryBroken();
  for (const look of store.onChanged) await look();
  return result;
}
