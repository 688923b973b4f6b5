import { ReleaseRefusedError } from '../release/errors.ts';
import type { Store } from '../store/store.ts';
import { copyAudit } from './audit-log.ts';
import type { Row, Schema } from './sqlite.ts';
import { putAside, takeOver } from './take-over.ts';

/**
 * What is counted and noted of releases and teams: whom releases serve and fail, what was thrown then,
 * which of them was verified, keys with their highest counter, what sections are allowed, and the log.
 * Times are milliseconds since 1970, those of visits seconds. `live` of a line of the log is what it says
 * to be live of its section from then on, empty for nothing.
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

/** The other store has a log of its own, which is not replaced. */
class CopyRefusedError extends ReleaseRefusedError {
  override name = 'CopyRefusedError';
}

/** What is read, and how it is added: broken off and repeated, nothing counts twice. */
const copies = [
  [
    'SELECT key, highest FROM key_counters',
    `INSERT INTO key_counters (key, highest) VALUES ($1, $2)
    ON CONFLICT (key) DO UPDATE SET highest = excluded.highest
    WHERE key_counters.highest < excluded.highest`,
  ],
  [
    'SELECT id, key FROM team_keys',
    `INSERT INTO team_keys (id, key) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET key = excluded.key`,
  ],
  [
    'SELECT section, allowance FROM allowances',
    `INSERT INTO allowances (section, allowance) VALUES ($1, $2)
    ON CONFLICT (section) DO UPDATE SET allowance = excluded.allowance`,
  ],
  [
    'SELECT name, id, failed FROM failures',
    `INSERT INTO failures (name, id, failed) VALUES ($1, $2, $3)
    ON CONFLICT (name, id) DO UPDATE SET failed = excluded.failed
    WHERE failures.failed < excluded.failed`,
  ],
  [
    'SELECT name, id, mark, step, at FROM visits',
    `INSERT INTO visits (name, id, mark, step, at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING`,
  ],
  [
    'SELECT name, id, message, frames, visitors, last_at FROM faults',
    `INSERT INTO faults (name, id, message, frames, visitors, last_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
  ],
  [
    'SELECT name, id, begun_at, said FROM verifications WHERE said IS NOT NULL',
    `INSERT INTO verifications (name, id, begun_at, said) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING`,
  ],
] as const;

/**
 * Copies who may publish, what they have said so far, what is known of releases, and the log.
 * @throws ReleaseRefusedError when the other store has a log of its own
 */
export async function copyLedger(from: Store, to: Store): Promise<void> {
  if (!(await copyAudit(from, to)))
    throw new CopyRefusedError(
      'Both stores have a log of their own, and two logs cannot become one. Copy to an empty store.',
    );
  for (const [read, add] of copies)
    for (const row of (await from.ledger?.run<Row>(read)) ?? [])
      await to.ledger?.run(add, Object.values(row));
}
