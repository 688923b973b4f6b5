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
