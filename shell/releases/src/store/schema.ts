import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Schema, Statements } from '../database/database.ts';
import type { Release } from '../release/release.ts';
import { packRelease } from './release-cache.ts';

const archives = `CREATE TABLE IF NOT EXISTS archives (
  name TEXT NOT NULL,
  id TEXT NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (name, id)
)`;

const tokens =
  'CREATE TABLE IF NOT EXISTS tokens (hash TEXT PRIMARY KEY, description TEXT NOT NULL)';

/**
 * All facts of a site, for SQLite and PostgreSQL. Times are milliseconds since 1970.
 * @param dataDir the folder with the files of earlier versions
 */
export const siteSchema = (dataDir: string): Schema => ({
  name: 'site',
  version: 8,
  upgrades: {
    async 5(tx) {
      await tx.run('ALTER TABLE releases DROP COLUMN origins');
      await tx.run('ALTER TABLE faults ADD COLUMN is_told BIGINT NOT NULL DEFAULT 0');
      await packContents(tx, dataDir);
    },
    7: (tx) => packContents(tx, dataDir),
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

/** The tables of earlier versions that have no successor. */
const dropped = [
  ...['pages', 'allowances', 'visits', 'notices'],
  ...['uploads', 'received', 'used_nonces', 'team_keys', 'contents'],
];

/**
 * Brings a database of version 7, whose releases named contents by their hashes, to archives: they come from the table
 * of several machines, or from `files/`, which may be deleted afterwards. A release that lost a content is broken.
 */
async function packContents(tx: Statements, dataDir: string): Promise<void> {
  await tx.run(archives);
  await tx.run(tokens);
  await tx.run('ALTER TABLE releases DROP COLUMN files');
  const rows = await tx.run<{ description: string }>('SELECT description FROM releases');
  for (const { description } of rows) {
    const release: Release = JSON.parse(description);
    const { name, id, files } = release;
    const contents = new Map<string, Buffer>();
    for (const [file, { integrity }] of Object.entries(files)) {
      const content = await findContent(tx, dataDir, integrity);
      if (content) contents.set(file, content);
    }
    const bytes = await packRelease(release, contents);
    await tx.run('INSERT INTO archives (name, id, bytes) VALUES ($1, $2, $3)', [name, id, bytes]);
  }
  for (const table of dropped) await tx.run(`DROP TABLE IF EXISTS ${table}`);
}

async function findContent(tx: Statements, dataDir: string, integrity: string) {
  const hash = Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
  const file = path.join(dataDir, 'files', hash.slice(0, 2), hash);
  const query = `SELECT bytes FROM contents WHERE hash = $1 AND encoding = ''`;
  // Without several machines there is no such table.
  const inDatabase = () => tx.run<{ bytes: Buffer }>(query, [hash]).catch(() => []);
  return readFile(file).catch(async () => (await inDatabase())[0]?.bytes);
}
