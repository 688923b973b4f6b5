import type { Steps } from '../database/database.ts';
import type { Store } from './store.ts';

export interface LogEntry {
  at: string;
  /** Who: the id of a key, `owner`, or `site` for what the site did by itself. */
  key: string;
  did: string;
  section?: string | undefined;
  release?: string | undefined;
  /** What was live before, and what is now; empty for nothing. */
  from?: string | undefined;
  to?: string | undefined;
  nonce?: number | undefined;
  /** How many files of pages were kept with a release. */
  pages?: number | undefined;
  reason?: string | undefined;
}

/** Who does something and why, for the line of the log; fields that are left out follow from what is done. */
export type Actor = Pick<LogEntry, 'key'> & Partial<LogEntry>;

export const ownerActor: Actor = { key: 'owner' };

/** Within a transaction, that of the change: adds a line to the log of the owner. */
export function* appendLog(entry: Omit<LogEntry, 'at'>): Steps<void> {
  const line: LogEntry = { at: new Date().toISOString(), ...entry };
  yield [
    'INSERT INTO log (number, entry) SELECT COALESCE(MAX(number), 0) + 1, CAST($1 AS TEXT) FROM log',
    [JSON.stringify(line)],
  ];
}

export async function readLog({ facts }: Store): Promise<LogEntry[]> {
  const rows = await facts.run<{ entry: string }>('SELECT entry FROM log ORDER BY number');
  return rows.map(({ entry }) => JSON.parse(entry));
}
