import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Statements } from '../database/database.ts';
import type { Release } from '../release/release.ts';
import { packRelease } from './archives.ts';

/**
 * Brings a database of an earlier version, whose releases named contents by their hashes, to archives: they come from
 * the table of several machines, or from `files/`, which may be deleted afterwards. A release that has lost a content
 * stays without an archive.
 * @param statements change the tables
 */
export async function upgradeContents(
  tx: Statements,
  dataDir: string,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) await tx.run(statement);
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
