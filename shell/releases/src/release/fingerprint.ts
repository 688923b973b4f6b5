import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { fsync, writeDurably } from '../folder/files.ts';
import { faultyRelease } from './errors.ts';
import { idOf, type Release, releaseSchema } from './release.ts';

const compress = promisify(brotliCompress);

/** Pictures are compressed already; what else there is becomes a quarter of its size. */
const compressible = /\.(mjs|js|json|md|yaml|svg|html|css|txt)$/;

/** What a build says of its result; files and id follow from the folder. */
export type Declared = Omit<Release, 'files' | 'id'>;

/**
 * Describes a built folder: hashes every file and lays a brotli copy beside those that shrink (once
 * here instead of at every request). All of it survives a power cut then.
 * @throws ReleaseRefusedError when the site would not take it for a release.
 */
export async function fingerprint(folder: string, declared: Declared): Promise<Release> {
  const paths = await listFiles(folder);
  const files: Release['files'] = {};
  for (const file of paths) {
    const content = await readFile(path.join(folder, file));
    await fsync(path.join(folder, file));
    files[file] = { bytes: content.length, integrity: await hashApart(content) };
    if (compressible.test(file)) await writeCompressed(path.join(folder, file), content);
  }
  for (const inner of new Set(paths.map((file) => path.dirname(file))))
    await fsync(path.join(folder, inner));
  const release = releaseSchema.safeParse({
    ...declared,
    files,
    id: idOf({ ...declared, files }),
  });
  if (release.success) return release.data;
  const faults = release.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`);
  throw faultyRelease(declared.name, faults);
}

/** The Subresource Integrity hash of a content. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** The hash of a content; a large one is hashed beside the event loop. */
export async function hashApart(content: Buffer): Promise<string> {
  if (content.length < 100_000) return integrityOf(content);
  const hash = await crypto.subtle.digest('SHA-384', content as Buffer<ArrayBuffer>);
  return `sha384-${Buffer.from(hash).toString('base64')}`;
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
