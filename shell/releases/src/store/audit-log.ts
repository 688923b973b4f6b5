import type { Statements } from '../database/database.ts';
import type { Store } from './store.ts';

export interface LogEntry {
  at: string;
  /** The actor: the id of a token, `owner`, or `site` for automatic changes. */
  key: string;
  did: string;
  section?: string | undefined;
  release?: string | undefined;
  /** The live ids before and after; empty for none. */
  from?: string | undefined;
  to?: string | undefined;
  reason?: string | undefined;
}

/** The actor of a change, and fields of its line that do not follow from the change. */
export type Actor = Pick<LogEntry, 'key'> & Partial<LogEntry>;

export const ownerActor: Actor = { key: 'owner' };

/** Adds a line to the owner's log, within the transaction of the change. */
export async function appendLog(tx: Statements, entry: Omit<LogEntry, 'at'>): Promise<void> {
  const line: LogEntry = { at: new Date().toISOString(), ...entry };
  await tx.run(
    'INSERT INTO log (number, entry) SELECT COALESCE(MAX(number), 0) + 1, CAST($1 AS TEXT) FROM log',
    [JSON.stringify(line)],
  );
}

export async function readLog({ database }: Pick<Store, 'database'>): Promise<LogEntry[]> {
  const rows = await database.run<{ entry: string }>('SELECT entry FROM log ORDER BY number');
  return rows.map(({ entry }) => JSON.parse(entry));
}
