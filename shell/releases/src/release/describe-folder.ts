import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { describeContent } from './integrity.ts';
import { releaseLimits, tooLarge } from './limits.ts';
import { idOf, type Release, releaseSchema } from './release.ts';
import { faultyRelease } from './release-errors.ts';

const inTurn = pLimit(8);

/** The description by a build, without files and id, which follow from the folder. */
export type Declared = Omit<Release, 'files' | 'id'>;

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
  const files = await inTurn.map(await listFiles(folder), async (file) => {
    const place = path.join(folder, file);
    if ((await stat(place)).size > releaseLimits.fileBytes)
      throw faultyRelease(declared.name, [`${file} ${tooLarge}.`]);
    const content = await readFile(place);
    return { file, content, ref: await describeContent(content) };
  });
  const listed = Object.fromEntries(files.map(({ file, ref }) => [file, ref]));
  // Parsed before it is hashed: a stranger's may be too deep for that.
  const described = { ...declared, files: listed, id: '0'.repeat(12) };
  const { data, error } = releaseSchema.safeParse(described);
  if (!data) throw faultyRelease(declared.name, error.issues.map(sentenceOf));
  const contents = new Map(files.map(({ file, content }) => [file, content]));
  return { release: { ...data, id: idOf(data) }, contents };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/** Names a file by its path, as people do not know its place in the description. */
function sentenceOf({ path: [first = 'It', ...rest], message }: z.core.$ZodIssue): string {
  const [file] = rest;
  const place = first === 'files' && file ? file : [first, ...rest].join('.');
  return `${String(place)} ${message}.`;
}
