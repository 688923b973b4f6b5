import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureFiles } from '@portfolio/contract/pictures.ts';
import type { Release } from '@portfolio/releases/release/release.ts';

const picture = /\.(svg|png|jpe?g|webp|avif)$/;

/**
 * Finds resources that code or texts name and the release does not have. Named is every string that
 * ends like a picture, and every `folder/name` whose folder lies in `resources/`.
 */
export async function missingResources(folder: string, files: Release['files']): Promise<string[]> {
  const resources = new Set(
    Object.keys(files)
      .filter((file) => file.startsWith('resources/'))
      .map((file) => file.slice('resources/'.length)),
  );
  const folders = new Set([...resources].map((file) => file.split('/')[0] ?? ''));
  const isThere = (named: string) =>
    resources.has(named) || pictureFiles(named).every((file) => resources.has(file));
  const isNamed = (word: string) =>
    picture.test(word) || (word.includes('/') && folders.has(word.split('/')[0] ?? ''));

  const readers = Object.keys(files).filter((file) => /^[^/]+\.mjs$|^locales\//.test(file));
  const faults: string[] = [];
  for (const reader of readers) {
    const words = wordsOf(await readFile(path.join(folder, reader), 'utf8'));
    const missing = words.filter((word) => isNamed(word) && !isThere(word));
    faults.push(
      ...new Set(missing.map((word) => `resources/${word} is missing; ${reader} names it.`)),
    );
  }
  return faults;
}

/** What stands between quotes or brackets and looks like a relative path. */
function wordsOf(text: string): string[] {
  const quoted = text.matchAll(/["'`(]([\w-]+(?:\/[\w.-]+)*\.?[\w-]*)["'`)]/g);
  return [...quoted].map((match) => match[1] ?? '').filter((word) => !word.startsWith('/'));
}
