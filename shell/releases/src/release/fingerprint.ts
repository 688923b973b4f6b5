import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { type Contents, writeContent } from '../contents/contents.ts';
import { idOf, type Release, releaseSchema } from './release.ts';
import { faultyRelease } from './release-errors.ts';

const inTurn = pLimit(8);

/** What a build says of its result; files and id follow from the folder. */
export type Declared = Omit<Release, 'files' | 'id'>;

/**
 * Describes a built folder and keeps the content of every file under its hash. What no release names in
 * the end is collected.
 * @throws ReleaseRefusedError when the site would not take it for a release.
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
  const described = { ...declared, files: Object.fromEntries(written) };
  const release = releaseSchema.safeParse({ ...described, id: idOf(described) });
  if (release.success) return release.data;
  const faults = release.error.issues.map(sentenceOf);
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

/** Names a file as itself: its place in the description is nothing that a person knows. */
function sentenceOf({ path: [first = 'It', ...rest], message }: z.core.$ZodIssue): string {
  const [file] = rest;
  const place = first === 'files' && file ? file : [first, ...rest].join('.');
  return `${String(place)} ${message}.`;
}
