import type { Schema } from './sqlite.ts';
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
