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
 * @returns the files as `release.json` lists them, and the id derived from them and the page.
 */
export async function fingerprint(
  folder: string,
  page?: Release['page'],
): Promise<Pick<Release, 'files' | 'id' | 'page'>> {
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
  const content = page ? { files, page } : { files };
  return { ...content, id: idOf(content) };
}

/** The id of a release by its content: its files, and where its page stands. */
function idOf({ files, page }: Pick<Release, 'files' | 'page'>): string {
  const content = page
    ? [files, page.path, page.order, page.label, page.icon]
    : // As it was before sections declared their pages: the ids of those releases stay.
      files;
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
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
