import { ReleaseRefusedError } from '../release/errors.ts';
import type { Store } from '../store/store.ts';
import { copyAudit } from './audit-log.ts';
import type { Row, Schema } from './sqlite.ts';
import { putAside, takeOver } from './take-over.ts';

/**
 * What is counted and noted of releases and teams. Times are milliseconds since 1970, those of visits
 * seconds. `live` of a line of the log is live of its section from then on, empty for nothing.
 */
export const ledgerSchema: Schema = {
  name: 'ledger',
  connections: 3,
  migrations: [
    [
      `CREATE TABLE IF NOT EXISTS failures (
        name TEXT NOT NULL,
        id TEXT NOT NULL,
        failed BIGINT NOT NULL,
        PRIMARY KEY (name, id)
      )`,
      `CREATE TABLE IF NOT EXISTS visits (
        name TEXT NOT NULL,
        id TEXT NOT NULL,
        mark TEXT NOT NULL,
        step TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (name, id, mark, step)
      )`,
      `CREATE TABLE verifications (
        name TEXT NOT NULL,
        id TEXT NOT NULL,
        begun_at BIGINT NOT NULL,
        said TEXT,
        PRIMARY KEY (name, id)
      )`,
      `CREATE TABLE IF NOT EXISTS team_keys (id TEXT PRIMARY KEY, key TEXT NOT NULL)`,
      `CREATE TABLE IF NOT EXISTS key_counters (key TEXT PRIMARY KEY, highest BIGINT NOT NULL)`,
      `CREATE TABLE audit_log (
        number BIGINT PRIMARY KEY,
        line TEXT NOT NULL,
        section TEXT,
        live TEXT
      )`,
      `CREATE INDEX audit_log_by_section ON audit_log (section, number) WHERE live IS NOT NULL`,
    ],
    [`CREATE TABLE allowances (section TEXT PRIMARY KEY, allowance TEXT NOT NULL)`],
    [
      `CREATE TABLE faults (
        name TEXT NOT NULL,
        id TEXT NOT NULL,
        message TEXT NOT NULL,
        frames TEXT NOT NULL,
        visitors BIGINT NOT NULL,
        last_at BIGINT NOT NULL,
        PRIMARY KEY (name, id, message, frames)
      )`,
    ],
  ],
  takeOver,
  putAside,
};

/** A later one, or a higher number, takes the place of what is there. */
const latest = (key: string, column: string) =>
  `CONFLICT (${key}) DO UPDATE SET ${column} = excluded.${column}`;
const highest = (table: string, key: string, column: string) =>
  `${latest(key, column)} WHERE ${table}.${column} < excluded.${column}`;

/** Table, columns, and what becomes of a row that is there: repeated, nothing counts twice. */
const copies = [
  ['key_counters', 'key, highest', highest('key_counters', 'key', 'highest')],
  ['team_keys', 'id, key', latest('id', 'key')],
  ['allowances', 'section, allowance', latest('section', 'allowance')],
  ['failures', 'name, id, failed', highest('failures', 'name, id', 'failed')],
  ['visits', 'name, id, mark, step, at', 'CONFLICT DO NOTHING'],
  ['faults', 'name, id, message, frames, visitors, last_at', 'CONFLICT DO NOTHING'],
  ['verifications', 'name, id, begun_at, said', 'CONFLICT DO NOTHING'],
] as const;

/**
 * Copies who may publish, what they have said so far, what is known of releases, and the log.
 * @throws ReleaseRefusedError when the other store has a log of its own
 */
export async function copyLedger(from: Store, to: Store): Promise<void> {
  if (!(await copyAudit(from, to)))
    throw new ReleaseRefusedError(
      'Both stores have a log of their own, and two logs cannot become one. Copy to an empty store.',
    );
  for (const [table, columns, onConflict] of copies) {
    const values = columns.split(', ').map((_column, at) => `$${at + 1}`);
    const add = `INSERT INTO ${table} (${columns}) VALUES (${values}) ON ${onConflict}`;
    const rows = await from.ledger?.run<Row>(`SELECT ${columns} FROM ${table}`);
    for (const row of rows ?? []) await to.ledger?.run(add, Object.values(row));
  }
}
