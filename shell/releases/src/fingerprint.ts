import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { fsync, writeDurably } from './durable.ts';
import type { Release } from './release.ts';

const compress = promisify(brotliCompress);

/** Pictures are compressed already; what else there is becomes a quarter of its size. */
const compressible = /\.(mjs|js|json|yaml|svg|html|css|txt)$/;

/**
 * Hashes every file of a built folder and lays a brotli copy beside those that shrink (once here
 * instead of at every request). All of it survives a power cut then.
 * @returns the files as `release.json` lists them, and the id derived from them.
 */
export async function fingerprint(folder: string): Promise<Pick<Release, 'files' | 'id'>> {
  const paths = await listFiles(folder);
  const files: Release['files'] = {};
  for (const file of paths) {
    const content = await readFile(path.join(folder, file));
    const hash = createHash('sha384').update(content).digest('base64');
    await fsync(path.join(folder, file));
    files[file] = { bytes: content.length, integrity: `sha384-${hash}` };
    if (compressible.test(file)) await writeCompressed(path.join(folder, file), content);
  }
  for (const inner of new Set(paths.map((file) => path.dirname(file))))
    await fsync(path.join(folder, inner));
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return { files, id };
}

async function writeCompressed(file: string, content: Buffer): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const compressed = await compress(content, { params });
  if (compressed.length < content.length) await writeDurably(`${file}.br`, compressed);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}
