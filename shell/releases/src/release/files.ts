import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { serverFile } from '@portfolio/contract/rendering.ts';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { inWorker } from './in-worker.ts';
import { count, idOf, printable, type Release, releaseSchema, templateFile } from './release.ts';
import { BrokenFileError, faultyRelease } from './release-errors.ts';
import { readTexts, type Texts } from './release-texts.ts';

/** A file's Subresource Integrity hash, and its size in bytes. */
type FileRef = Release['files'][string];

/** Describes a content, which is hashed outside the event loop. */
async function describeContent(content: Uint8Array): Promise<FileRef> {
  const hash = await crypto.subtle.digest('SHA-384', content as Uint8Array<ArrayBuffer>);
  return { bytes: content.length, integrity: `sha384-${Buffer.from(hash).toString('base64')}` };
}

/** Whether a content is the described one. */
export async function isWhole(content: Uint8Array, { integrity }: FileRef): Promise<boolean> {
  return (await describeContent(content)).integrity === integrity;
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
export async function checkCompressed(compressed: Buffer, ref: FileRef, file: string) {
  // A damaged one could unpack to gigabytes.
  const bound = { maxOutputLength: Math.max(1, ref.bytes) };
  const content = await promisify(brotliDecompress)(compressed, bound).catch(() => undefined);
  if (!content || !(await isWhole(content, ref)))
    throw new BrokenFileError(`the compressed form of ${file} is not what its hash says`);
  made.set(ref.integrity, compressed);
}

const inTurn = pLimit(8);

/** The description by a build, without what follows from the folder, and the time. */
export type Declared = Omit<Release, 'files' | 'id' | 'createdAt'>;

/** A release that is not stored yet. */
export interface BuiltRelease {
  release: Release;
  /** Its files by path. */
  contents: ReadonlyMap<string, Buffer>;
}

/**
 * Reads a built folder, and describes it as a release.
 * @throws ReleaseRefusedError if the description or a file is not allowed
 */
export async function describeFolder(folder: string, declared: Declared): Promise<BuiltRelease> {
  const contents = await readFolder(folder);
  const refs = await inTurn.map(contents, async ([file, content]) => {
    return [file, await describeContent(content)] as const;
  });
  // Parsed before it is hashed: a stranger's may be too deep for that.
  const createdAt = new Date().toISOString();
  const described = { ...declared, createdAt, files: Object.fromEntries(refs), id: '0'.repeat(12) };
  const { data, error } = releaseSchema.safeParse(described);
  if (!data) throw faultyRelease(declared.name, error.issues.map(sentenceOf));
  return { release: { ...data, id: idOf(data) }, contents };
}

/** Reads all files of a folder, by their paths in it. */
export async function readFolder(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
  const read = async (file: string) => [file, await readFile(path.join(folder, file))] as const;
  return new Map(await inTurn.map(files, read));
}

/** Names a file by its path, as people do not know its place in the description. */
function sentenceOf({ path: [first = 'It', ...rest], message }: z.core.$ZodIssue): string {
  const [file] = rest;
  const place = first === 'files' && file ? file : [first, ...rest].join('.');
  return `${String(place)} ${message}.`;
}

/** The placeholders without which a document cannot load scripts by their hashes, or a failing shell has no fallback. */
const marks = ['{{importMap}}', '{{entry}}', '{{releases}}', '{{shellBefore}}'];

/** The most compressed bytes of a section's entry. */
const mostOfEntry = 50_000;

/**
 * Examines a release of a deploy or a team before it is stored: its texts, the markup of its pages, a shell's
 * document, and the weight of a section's entry. Runs none of its code.
 * @param examined the files of a stored release, whose pages are not examined again
 * @returns the texts, and sentences that say what to do
 */
export async function examineFiles(
  { release, contents }: BuiltRelease,
  examined: Release['files'] = {},
): Promise<{ texts: Texts; faults: string[] }> {
  const { name, entry } = release;
  const read = async (file: string) => contents.get(file) ?? Buffer.of();
  const { texts, faults } = await readTexts(release, read);
  const fault =
    name === 'shell'
      ? faultOfTemplate(String(await read(templateFile)))
      : faultOfWeight(name, await weigh(entry, await read(entry)));
  if (fault) faults.push(fault);
  const isKnown = (file: string) => examined[file]?.integrity === release.files[file]?.integrity;
  const others = new Map([...contents].filter(([file]) => !isKnown(file)));
  return { texts, faults: [...faults, ...(await faultsOfFragments(others))] };
}

function faultOfTemplate(html: string): string | undefined {
  const missing = marks.filter((mark) => !html.includes(mark));
  if (missing.length === 0) return undefined;
  return `${templateFile} lacks ${missing.join(', ')}: no page can be made of it.`;
}

function faultOfWeight(name: string, bytes: number): string | undefined {
  if (bytes <= mostOfEntry) return undefined;
  return `Its entry has ${count(bytes)} bytes (brotli), ${count(bytes - mostOfEntry)} more than the ${count(mostOfEntry)} that ${name} may load with its page. Import less of it at first.`;
}

/** The bytes of a file as it is sent. */
export async function weigh(file: string, content: Uint8Array): Promise<number> {
  return (await compressFile(file, content))?.length ?? content.length;
}

/** Whether a file of a release has the markup of pages. */
export function isFragment(file: string): boolean {
  return file.startsWith('fragments/') && file.endsWith('.json');
}

/**
 * Reads the untrusted fragments of a release in a worker, as HTML is parsed, before any document has them.
 * @returns sentences about those that no document can have
 */
export async function faultsOfFragments(contents: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const files = [...contents.keys()].filter(isFragment);
  if (files.length === 0) return [];
  const texts = files.map((file) => String(contents.get(file)));
  const faults = await inWorker<(string | undefined)[]>(import.meta, './fragments-worker', texts);
  if ('fault' in faults) return [`What it has in fragments/ ${faults.fault}.`];
  return files.flatMap((file, at) => (faults[at] ? [`${printable(file)} ${faults[at]}.`] : []));
}
