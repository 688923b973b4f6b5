import type { Schema } from '../database/database.ts';

/**
 * All facts of a site, the same on node:sqlite and on PostgreSQL. Times are milliseconds since 1970, those
 * of visits seconds.
 */
export const siteSchema: Schema = {
  name: 'site',
  version: 5,
  // Few: pages are served from this machine's copy.
  connections: 9,
  repair:
    "Stop the site and put last night's copy in its place (api/ops/backup.sh says how); the files beside it stay valid. Without a copy: move it away, and `npm start` releases this checkout again.",
  tables: [
    // Grows with everything that a server shows.
    'CREATE TABLE changes (number BIGINT NOT NULL)',
    'INSERT INTO changes (number) VALUES (1)',
    // The columns beside the description are for lists, which never parse it. `left_at`: when it was last
    // given to a new page; NULL for what is live, and for what was only ever a preview.
    `CREATE TABLE releases (
      name TEXT NOT NULL,
      id TEXT NOT NULL,
      description TEXT NOT NULL,
      created_at TEXT NOT NULL,
      commit_hash TEXT NOT NULL,
      origins TEXT NOT NULL,
      files BIGINT NOT NULL,
      bytes BIGINT NOT NULL,
      left_at BIGINT,
      PRIMARY KEY (name, id)
    )`,
    // `ids`: the live release, the one before and those of earlier; empty for a retired section, which
    // `retired` remembers. Both are lists in JSON.
    `CREATE TABLE live (
      name TEXT PRIMARY KEY,
      ids TEXT NOT NULL,
      retired TEXT NOT NULL,
      built_from TEXT
    )`,
    `CREATE TABLE pages (
      name TEXT NOT NULL,
      id TEXT NOT NULL,
      layout TEXT NOT NULL,
      content TEXT NOT NULL,
      hash TEXT NOT NULL,
      PRIMARY KEY (name, id, layout)
    )`,
    // JSON: origins by their use, and a number of bytes.
    'CREATE TABLE allowances (section TEXT PRIMARY KEY, allowance TEXT NOT NULL)',
    'CREATE TABLE team_keys (id TEXT PRIMARY KEY, description TEXT NOT NULL)',
    'CREATE TABLE used_nonces (id TEXT PRIMARY KEY, highest BIGINT NOT NULL)',
    `CREATE TABLE uploads (
      token TEXT PRIMARY KEY,
      key_id TEXT NOT NULL,
      section TEXT NOT NULL,
      begun_at BIGINT NOT NULL,
      is_done BIGINT NOT NULL,
      request TEXT NOT NULL
    )`,
    // What came with an upload and no release has yet.
    `CREATE TABLE received (
      key_id TEXT NOT NULL,
      section TEXT NOT NULL,
      hash TEXT NOT NULL,
      bytes BIGINT NOT NULL,
      at BIGINT NOT NULL,
      is_whole BIGINT NOT NULL,
      PRIMARY KEY (key_id, section, hash)
    )`,
    'CREATE TABLE log (number BIGINT PRIMARY KEY, entry TEXT NOT NULL)',
    `CREATE TABLE visits (
      name TEXT NOT NULL,
      id TEXT NOT NULL,
      visitor_group TEXT NOT NULL,
      step TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (name, id, visitor_group, step)
    )`,
    // Releases whose owner was told that they fail visitors.
    'CREATE TABLE notices (name TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (name, id))',
    `CREATE TABLE faults (
      name TEXT NOT NULL,
      id TEXT NOT NULL,
      error TEXT NOT NULL,
      places TEXT NOT NULL,
      visitors BIGINT NOT NULL,
      last_at BIGINT NOT NULL,
      PRIMARY KEY (name, id, error, places)
    )`,
  ],
  sharedTables: [
    // A row for the content itself, and one for each compressed copy.
    `CREATE TABLE contents (
      hash TEXT NOT NULL,
      encoding TEXT NOT NULL,
      bytes BYTEA NOT NULL,
      used_at TIMESTAMPTZ NOT NULL DEFAULT now(),
      PRIMARY KEY (hash, encoding)
    )`,
    // Pictures and compressed copies do not become any smaller.
    'ALTER TABLE contents ALTER bytes SET STORAGE EXTERNAL',
    `CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_notify('changes', ''); RETURN NULL; END $$`,
    `CREATE TRIGGER notify_change AFTER UPDATE ON changes
      FOR EACH STATEMENT EXECUTE FUNCTION notify_change()`,
  ],
};
