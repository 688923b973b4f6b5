import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import { serverFile } from '@portfolio/contract/rendering.ts';
import { languageTag, type TextTree } from '@portfolio/contract/texts.ts';
import { load } from 'js-yaml';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { pack } from 'tar-stream';
import type { z } from 'zod';
import { inWorker } from './in-worker.ts';
import {
  describeContent,
  type FileRef,
  formatNumber,
  idOf,
  printable,
  type Release,
  releaseSchema,
  templateFile,
} from './release.ts';
import { faultyRelease } from './release-errors.ts';

/** A file of a release is missing, or is not what its hash says; the message says which. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';
}

/** Handles an error of what may be broken, which is undefined then. */
export function unlessBroken(error: Error): undefined {
  if (!(error instanceof BrokenFileError)) throw error;
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
  const compressed = made.get(integrity) ?? (await promisify(brotliCompress)(content));
  made.set(integrity, compressed);
  return compressed.length < content.length ? compressed : undefined;
}

/** Compares a Brotli form with the hash of the plain one. @throws BrokenFileError */
export async function checkCompressed(compressed: Buffer, ref: FileRef, file: string) {
  // A damaged one could unpack to gigabytes.
  const bound = { maxOutputLength: Math.max(1, ref.bytes) };
  const content = await promisify(brotliDecompress)(compressed, bound).catch(() => undefined);
  const isWhole = content && (await describeContent(content)).integrity === ref.integrity;
  if (!isWhole)
    throw new BrokenFileError(`the compressed form of ${file} is not what its hash says`);
  made.set(ref.integrity, compressed);
}

const inTurn = pLimit(8);

/** The description by a build, without what follows from the folder, and the time. */
export type Declared = Omit<Release, 'files' | 'id' | 'createdAt'>;

/** A release that is not stored yet, with its files by path. */
export type BuiltRelease = Awaited<ReturnType<typeof describeFolder>>;

/**
 * Reads a built folder, and describes it as a release.
 * @throws RefusedError if the description or a file is not allowed
 */
export async function describeFolder(folder: string, declared: Declared) {
  const contents = await readFolder(folder);
  const refs = await inTurn.map(contents, async ([file, content]) => {
    return [file, await describeContent(content)] as const;
  });
  // Parsed before it is hashed: a stranger's may be too deep for that.
  const createdAt = new Date().toISOString();
  const described = { ...declared, createdAt, files: Object.fromEntries(refs), id: '0'.repeat(12) };
  const { data, error } = releaseSchema.safeParse(described);
  if (!data) throw faultyRelease(declared.name, error.issues.map(sentenceOf));
  const release: Release = { ...data, id: idOf(data) };
  return { release, contents };
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

/** Packs files by their paths. */
export async function packFiles(files: Iterable<readonly [string, Uint8Array | string]>) {
  const archive = pack();
  for (const [name, content] of files)
    archive.entry({ name, mode: 0o644, mtime: new Date(0) }, Buffer.from(content));
  archive.finalize();
  return buffer(archive);
}

/** Names a file by its path, as people do not know its place in the description. */
function sentenceOf({ path: [first, ...rest], message }: z.core.$ZodIssue): string {
  const [file] = rest;
  const place = first === 'files' && file ? file : [first, ...rest].join('.');
  return `${String(place)} ${message}.`;
}

/** The most bytes of a language: several times what the largest section has. */
const mostTextBytes = 32 * 1024;

/** A bound for small files with deep texts, such as one of brackets. */
const mostLevels = 12;

/** The language of a file with texts, `locales/<language>.yaml`; undefined for other files and other spellings. */
export function languageOf(file: string): string | undefined {
  const [, tag = ''] = /^locales\/(.+)\.yaml$/.exec(file) ?? [];
  try {
    return languageTag.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag ? tag : undefined;
  } catch {
    // It only looks like a tag.
    return undefined;
  }
}

/**
 * Parses the texts of a language. Aliases are refused, as 600 of them would block the server for seconds when it
 * writes JSON.
 * @throws BrokenFileError
 */
export function parseTextsDocument(content: Buffer | string, file: string): TextTree {
  const wrong = (reason: string) => new BrokenFileError(`${file} ${reason}`);
  if (content.length > mostTextBytes)
    throw wrong(
      `is larger than ${mostTextBytes} bytes: long texts are Markdown files in posts/, a page each`,
    );
  let tree: unknown;
  try {
    tree = load(content.toString('utf8'), { maxDepth: mostLevels, maxAliases: 0 });
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw wrong(`cannot be read: ${printable(line)}`);
  }
  if (!isTree(tree))
    throw wrong('cannot be read: expected texts below keys, such as "title: Hello"');
  return tree;
}

function isTree(value: unknown): value is TextTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The leaves of a tree by their paths; a list is a leaf. What is below a key with a dot has no path. */
export function leavesOf(node: unknown, at = ''): [path: string, leaf: unknown][] {
  if (!isTree(node)) return [[at, node]];
  return Object.entries(node)
    .filter(([key]) => !key.includes('.'))
    .flatMap(([key, value]) => leavesOf(value, at === '' ? key : `${at}.${key}`));
}

const mostLanguages = 24;

export type Texts = Readonly<Record<string, TextTree>>;

/** Reads the texts of a release with their faults. */
export async function readTexts(
  { files }: Pick<Release, 'files'>,
  read: (file: string) => Promise<Buffer>,
): Promise<{ texts: Texts; faults: string[] }> {
  const languages = Object.keys(files).flatMap((file) => languageOf(file) ?? []);
  if (languages.length > mostLanguages)
    return { texts: {}, faults: [`it has texts in more than ${mostLanguages} languages`] };
  const texts: Record<string, TextTree> = {};
  const faults: string[] = [];
  for (const language of languages) {
    const file = `locales/${language}.yaml`;
    try {
      texts[language] = parseTextsDocument(await read(file), file);
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      faults.push(error.message);
    }
  }
  return { texts, faults };
}

/** The placeholders without which a document cannot load scripts by their hashes, or a failing shell has no fallback. */
const marks = ['{{importMap}}', '{{entry}}', '{{releases}}', '{{shellBefore}}'];

/** The most compressed bytes of an entry. */
const mostOfEntry = { shell: 130_500, section: 50_000 };

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
  if (name === 'shell') faults.push(...faultsOfTemplate(String(await read(templateFile))));
  faults.push(...(await faultsOfWeight(name, entry, await read(entry))));
  const isKnown = (file: string) => examined[file]?.integrity === release.files[file]?.integrity;
  const others = new Map([...contents].filter(([file]) => !isKnown(file)));
  return { texts, faults: [...faults, ...(await faultsOfFragments(others))] };
}

function faultsOfTemplate(html: string): string[] {
  const missing = marks.filter((mark) => !html.includes(mark));
  if (missing.length === 0) return [];
  return [`${templateFile} lacks ${missing.join(', ')}: no page can be made of it.`];
}

/** Weighs the entry as it is sent. */
async function faultsOfWeight(name: string, file: string, content: Uint8Array): Promise<string[]> {
  const { length } = (await compressFile(file, content)) ?? content;
  const most = name === 'shell' ? mostOfEntry.shell : mostOfEntry.section;
  if (length <= most) return [];
  return [
    `Its entry has ${formatNumber(length)} bytes (brotli), ${formatNumber(length - most)} more than the ${formatNumber(most)} that ${name} may load with its page. Import less of it at first.`,
  ];
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
  const faults = await inWorker<(string | undefined)[]>(import.meta, './examine-worker', texts);
  if ('fault' in faults) return [`What it has in fragments/ ${faults.fault}.`];
  return files.flatMap((file, at) => (faults[at] ? [`${printable(file)} ${faults[at]}.`] : []));
}
