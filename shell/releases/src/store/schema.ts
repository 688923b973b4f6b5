import type { Schema } from '../database/database.ts';
import { upgradeContents } from './upgrade-contents.ts';

const archives = `CREATE TABLE IF NOT EXISTS archives (
  name TEXT NOT NULL,
  id TEXT NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (name, id)
)`;

const tokens =
  'CREATE TABLE IF NOT EXISTS tokens (hash TEXT PRIMARY KEY, description TEXT NOT NULL)';

const dropTables = (...tables: string[]) => tables.map((table) => `DROP TABLE IF EXISTS ${table}`);

/** The changes since version 7, and those before since version 5. */
const since = {
  7: [archives, tokens, 'ALTER TABLE releases DROP COLUMN files'].concat(
    dropTables('uploads', 'received', 'used_nonces', 'team_keys'),
  ),
  5: [
    'ALTER TABLE releases DROP COLUMN origins',
    'ALTER TABLE faults ADD COLUMN is_told BIGINT NOT NULL DEFAULT 0',
  ].concat(dropTables('pages', 'allowances', 'visits', 'notices')),
};

/** The tables of a site, whose rows are copied from one database to another. */
export const siteTables = ['releases', 'archives', 'live', 'tokens', 'faults', 'log'] as const;

/**
 * All facts of a site, for SQLite and PostgreSQL. Times are milliseconds since 1970.
 * @param dataDir the folder with the files of earlier versions
 */
export const siteSchema = (dataDir: string): Schema => ({
  name: 'site',
  version: 8,
  // A few are enough, as pages are served from memory.
  connections: 9,
  repair:
    "stop the site and put last night's copy in its place (api/ops/backup.sh says how). Without a copy: move it away, and `npm start` releases this checkout again.",
  upgrades: {
    5: (tx) => upgradeContents(tx, dataDir, [...since[5], ...since[7]]),
    7: (tx) => upgradeContents(tx, dataDir, since[7]),
  },
  tables: [
    // The number grows with each change that servers show.
    'CREATE TABLE changes (number BIGINT NOT NULL)',
    'INSERT INTO changes (number) VALUES (1)',
    archives,
    // The columns beside the description are for lists, which do not parse it. `left_at` is when the release went out
    // of use; NULL for a live one, and for one that was never live.
    `CREATE TABLE releases (
      name TEXT NOT NULL,
      id TEXT NOT NULL,
      description TEXT NOT NULL,
      created_at TEXT NOT NULL,
      commit_hash TEXT NOT NULL,
      bytes BIGINT NOT NULL,
      left_at BIGINT,
      PRIMARY KEY (name, id)
    )`,
    // Two JSON lists: `ids` has the live release and earlier ones, or is empty for a retired section; then `retired`
    // has them.
    `CREATE TABLE live (
      name TEXT PRIMARY KEY,
      ids TEXT NOT NULL,
      retired TEXT NOT NULL,
      built_from TEXT
    )`,
    tokens,
    'CREATE TABLE log (number BIGINT PRIMARY KEY, entry TEXT NOT NULL)',
    // A row without an error counts the visitor groups that the release failed; `is_told` is 1 once the owner got a mail.
    `CREATE TABLE faults (
      name TEXT NOT NULL,
      id TEXT NOT NULL,
      error TEXT NOT NULL,
      places TEXT NOT NULL,
      visitors BIGINT NOT NULL,
      last_at BIGINT NOT NULL,
      is_told BIGINT NOT NULL,
      PRIMARY KEY (name, id, error, places)
    )`,
  ],
});
