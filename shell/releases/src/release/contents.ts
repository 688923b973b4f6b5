import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { serverFile } from '@portfolio/contract/rendering.ts';
import { LRUCache } from 'lru-cache';

/** A file's Subresource Integrity hash, and its size in bytes. */
export interface ContentRef {
  bytes: number;
  integrity: string;
}

/** Describes a content, which is hashed outside the event loop. */
export async function describeContent(content: Uint8Array): Promise<ContentRef> {
  const hash = await crypto.subtle.digest('SHA-384', content as Uint8Array<ArrayBuffer>);
  return { bytes: content.length, integrity: `sha384-${Buffer.from(hash).toString('base64')}` };
}

/** Whether a content is the described one. */
export async function isWhole(content: Uint8Array, ref: ContentRef): Promise<boolean> {
  return (
    content.length === ref.bytes && (await describeContent(content)).integrity === ref.integrity
  );
}

/** A file of a release is missing, or is not what its hash says; the message says which. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';
}

/** Texts shrink to a quarter of their size; pictures and fonts are compressed already. */
const compressible = /\.(mjs|js|json|md|yaml|svg|html|css|txt)$/;

/** The Brotli forms by the integrity of the plain one: most files of a release are those of the one before. */
const made = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ length }) => length + 100,
});

/** Compresses a file of a release that visitors get; undefined if it does not shrink. */
export async function compressFile(file: string, content: Uint8Array): Promise<Buffer | undefined> {
  const isForServer = file === serverFile || file.startsWith('fragments/');
  if (isForServer || !compressible.test(file)) return undefined;
  const { integrity } = await describeContent(content);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const compressed = made.get(integrity) ?? (await promisify(brotliCompress)(content, { params }));
  made.set(integrity, compressed);
  return compressed.length < content.length ? compressed : undefined;
}

/** Compares a Brotli form with the hash of the plain one. @throws BrokenFileError */
export async function checkCompressed(compressed: Buffer, ref: ContentRef, file: string) {
  // A damaged one could unpack to gigabytes.
  const bound = { maxOutputLength: Math.max(1, ref.bytes) };
  const content = await promisify(brotliDecompress)(compressed, bound).catch(() => undefined);
  if (!content || !(await isWhole(content, ref)))
    throw new BrokenFileError(`the compressed form of ${file} is not what its hash says`);
  made.set(ref.integrity, compressed);
}
