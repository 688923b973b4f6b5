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
  const refs = await tx.run<{ name: string; id: string }>('SELECT name, id FROM releases');
  for (const { name, id } of refs) {
    const [row] = await tx.run<{ description: string }>(
      'SELECT description FROM releases WHERE name = $1 AND id = $2',
      [name, id],
    );
    const release: Release = JSON.parse(row?.description ?? '{}');
    const files = Object.entries(release.files).map(async ([file, { integrity }]) => {
      const hash = Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
      return [file, await findContent(tx, dataDir, hash)] as const;
    });
    const found = await Promise.all(files).catch(() => undefined);
    if (!found) continue;
    const bytes = await packRelease(release, new Map(found));
    await tx.run('INSERT INTO archives (name, id, bytes) VALUES ($1, $2, $3)', [name, id, bytes]);
  }
  await tx.run('DROP TABLE IF EXISTS contents');
  await tx.run('UPDATE changes SET number = number + 1');
}

async function findContent(tx: Statements, dataDir: string, hash: string): Promise<Buffer> {
  const file = await readFile(path.join(dataDir, 'files', hash.slice(0, 2), hash)).catch(
    () => null,
  );
  if (file) return file;
  const [row] = await tx.run<{ bytes: Buffer }>(
    `SELECT bytes FROM contents WHERE hash = $1 AND encoding = ''`,
    [hash],
  );
  if (!row) throw new Error(`The content ${hash} is lost.`);
  return row.bytes;
}
