import type { Schema } from '../ledger/sqlite.ts';

/**
 * A content is kept once, by its hash, however many releases have it. `version` counts what became of
 * a pointer, `changed` all that a machine's copy has to follow.
 */
export const releasesSchema: Schema = {
  name: 'releases',
  connections: 3,
  migrations: [
    [
      `CREATE TABLE IF NOT EXISTS sections (
    name TEXT PRIMARY KEY,
    ids TEXT NOT NULL DEFAULT '[]',
    retired TEXT NOT NULL DEFAULT '[]',
    built_from TEXT,
    version BIGINT NOT NULL DEFAULT 0,
    changed BIGINT NOT NULL DEFAULT 0
  )`,
      `CREATE TABLE IF NOT EXISTS files (
    integrity TEXT PRIMARY KEY,
    content BYTEA NOT NULL,
    brotli BYTEA
  )`,
      // Pictures and brotli files do not compress further.
      `ALTER TABLE files ALTER content SET STORAGE EXTERNAL, ALTER brotli SET STORAGE EXTERNAL`,
      `CREATE TABLE IF NOT EXISTS releases (
    name TEXT NOT NULL REFERENCES sections,
    id TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at TEXT NOT NULL,
    commit TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    left_at TIMESTAMPTZ,
    PRIMARY KEY (name, id)
  )`,
      `CREATE TABLE IF NOT EXISTS release_files (
    name TEXT NOT NULL,
    id TEXT NOT NULL,
    integrity TEXT NOT NULL REFERENCES files,
    PRIMARY KEY (name, id, integrity),
    FOREIGN KEY (name, id) REFERENCES releases ON DELETE CASCADE
  )`,
      `CREATE INDEX IF NOT EXISTS release_files_by_content ON release_files (integrity)`,
      `CREATE TABLE IF NOT EXISTS pages (
    name TEXT NOT NULL,
    id TEXT NOT NULL,
    frame TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (name, id, frame),
    FOREIGN KEY (name, id) REFERENCES releases ON DELETE CASCADE
  )`,
    ],
  ],
};
