import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { type Contents, writeContent } from '../contents/contents.ts';
import { idOf, type Release, releaseSchema } from './release.ts';
import { faultyRelease } from './release-errors.ts';

const inTurn = pLimit(8);

/** The description by a build, without files and id, which follow from the folder. */
export type Declared = Omit<Release, 'files' | 'id'>;

/**
 * Describes a built folder and stores the content of every file by its hash. Contents that no release names are
 * collected later.
 * @throws ReleaseRefusedError if the site would refuse the description
 */
export async function fingerprint(
  contents: Contents,
  folder: string,
  declared: Declared,
): Promise<Release> {
  const written = await inTurn.map(await listFiles(folder), async (file) => {
    const content = await readFile(path.join(folder, file));
    return [file, await writeContent(contents, content, file)] as const;
  });
  // Parsed before it is hashed: a stranger's may be too deep for that.
  const described = { ...declared, files: Object.fromEntries(written), id: '0'.repeat(12) };
  const { data, error } = releaseSchema.safeParse(described);
  if (data) return { ...data, id: idOf(data) };
  const faults = error.issues.map(sentenceOf);
  throw faultyRelease(declared.name, faults);
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
