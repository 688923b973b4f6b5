import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Statements } from '../database/database.ts';
import type { Release } from '../release/release.ts';
import { packRelease } from './archives.ts';

export const archivesTable = `CREATE TABLE archives (
  name TEXT NOT NULL,
  id TEXT NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (name, id)
)`;

export const tokensTable = 'CREATE TABLE tokens (hash TEXT PRIMARY KEY, description TEXT NOT NULL)';

const gone = 'pages, allowances, visits, notices, uploads, received, used_nonces, team_keys'.split(
  ', ',
);

/**
 * Brings a database of version 5, whose releases named contents by their hashes, to archives: they come from the table
 * of several machines, or from `files/`, which may be deleted afterwards. A release that has lost a content stays
 * without an archive.
 */
export async function upgradeContents(tx: Statements, dataDir: string): Promise<void> {
  await tx.run(archivesTable);
  await tx.run(tokensTable);
  await tx.run('ALTER TABLE faults ADD COLUMN is_told BIGINT NOT NULL DEFAULT 0');
  for (const column of ['files', 'origins'])
    await tx.run(`ALTER TABLE releases DROP COLUMN ${column}`);
  for (const table of gone) await tx.run(`DROP TABLE IF EXISTS ${table}`);
  const rows = await tx.run<{ description: string }>('SELECT description FROM releases');
  for (const { description } of rows) {
    const release: Release = JSON.parse(description);
    const { name, id, files } = release;
    const contents = new Map<string, Buffer>();
    for (const [file, { integrity }] of Object.entries(files)) {
      const content = await findContent(tx, dataDir, integrity);
      if (content) contents.set(file, content);
    }
    if (contents.size < Object.keys(files).length) continue;
    const bytes = await packRelease(release, contents);
    await tx.run('INSERT INTO archives (name, id, bytes) VALUES ($1, $2, $3)', [name, id, bytes]);
  }
  await tx.run('DROP TABLE IF EXISTS contents');
  await tx.run('UPDATE changes SET number = number + 1');
}

async function findContent(tx: Statements, dataDir: string, integrity: string) {
  const hash = Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
  const file = path.join(dataDir, 'files', hash.slice(0, 2), hash);
  const query = `SELECT bytes FROM contents WHERE hash = $1 AND encoding = ''`;
  // Without several machines there is no such table.
  const inDatabase = () => tx.run<{ bytes: Buffer }>(query, [hash]).catch(() => []);
  return readFile(file).catch(async () => (await inDatabase())[0]?.bytes);
}
