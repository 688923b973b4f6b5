import type { Schema } from '../database/database.ts';

/** All facts of a site, for SQLite and PostgreSQL. Times are milliseconds since 1970. */
export const siteSchema: Schema = {
  name: 'site',
  version: 7,
  // A few are enough, as pages are served from this machine's copy.
  connections: 9,
  repair:
    "Stop the site and put last night's copy in its place (api/ops/backup.sh says how); the files beside it stay valid. Without a copy: move it away, and `npm start` releases this checkout again.",
  tables: [
    // The number grows with each change that servers show.
    'CREATE TABLE changes (number BIGINT NOT NULL)',
    'INSERT INTO changes (number) VALUES (1)',
    // The columns beside the description are for lists, which do not parse it. `left_at` is when the release went out
    // of use; NULL for a live one, and for one that was never live.
    `CREATE TABLE releases (
      name TEXT NOT NULL,
      id TEXT NOT NULL,
      description TEXT NOT NULL,
      created_at TEXT NOT NULL,
      commit_hash TEXT NOT NULL,
      files BIGINT NOT NULL,
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
    // What the tokens of teams open; of a token itself there is its SHA-256 alone.
    'CREATE TABLE tokens (hash TEXT PRIMARY KEY, description TEXT NOT NULL)',
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
  sharedTables: [
    // A content has a row for itself, and one for each compressed copy.
    `CREATE TABLE contents (
      hash TEXT NOT NULL,
      encoding TEXT NOT NULL,
      bytes BYTEA NOT NULL,
      used_at TIMESTAMPTZ NOT NULL DEFAULT now(),
      PRIMARY KEY (hash, encoding)
    )`,
    // Pictures and compressed copies cannot shrink any further.
    'ALTER TABLE contents ALTER bytes SET STORAGE EXTERNAL',
  ],
};
