import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Statements } from '../database/database.ts';
import type { Release } from '../release/release.ts';
import { packRelease } from './archives.ts';

/**
 * Brings a database of version 7, whose releases named contents by their hashes, to archives: the contents come from
 * the table of several machines, or from `files/`, which may be deleted afterwards. A release that has lost a content
 * stays without an archive.
 */
export async function upgradeContents(
  tx: Statements,
  dataDir: string,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) await tx.run(table);
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
  for (const table of ['contents', 'uploads', 'received', 'used_nonces', 'team_keys'])
    await tx.run(`DROP TABLE IF EXISTS ${table}`);
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
