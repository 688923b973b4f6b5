import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureFiles } from '@portfolio/contract/pictures.ts';
import { faultOfTemplate } from '@portfolio/releases/checks/release-files.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { sharedPackages } from '../build/base-config.ts';
import type { ScriptParts } from '../build/build.ts';

/** What was built: its description, where it lies, and what is bundled in it. */
export interface Build {
  release: Release;
  folder: string;
  parts: ScriptParts;
}

/** All that only a build can show: every fault at once, each a sentence that says what to do. */
export async function checkBuild({ release, folder, parts }: Build): Promise<string[]> {
  const { name, files } = release;
  return [
    ...(await missingResources(folder, files)),
    ...secondCopies(name, parts),
    ...(name === 'shell' ? await faultsOfDocument(folder) : []),
  ];
}

/** What watches over the app's start stands in the document, so it has to be there as well. */
async function faultsOfDocument(folder: string): Promise<string[]> {
  const html = await readFile(path.join(folder, 'document.html'), 'utf8');
  const fault = faultOfTemplate(html);
  if (fault) return [`document.html ${fault}.`];
  if (html.includes('{{shellBefore}}')) return [];
  return [
    'document.html lacks the script src/document/watchdog.ts with data-before="{{shellBefore}}": where this shell fails, pages would stay empty.',
  ];
}

/**
 * Shared singletons that exist twice: a second copy loses React's hooks and the kit's state without a
 * word. A section bundles none of them, the shell each from one folder.
 */
function secondCopies(name: string, parts: ScriptParts): string[] {
  const bundled = [...parts.values()].flat();
  return sharedPackages.flatMap((shared) => {
    const found = bundled.filter((part) => part.name === shared);
    const copies = [...new Set(found.map(({ folder }) => folder))];
    const once = 'Import it by its own name only, and';
    if (name === 'shell' && copies.length > 1)
      return `The shell would bundle ${shared} from ${copies.length} folders (${copies.join(', ')}). ${once} see that it is installed once.`;
    if (name !== 'shell' && copies.length > 0)
      return `${name} would bundle a second copy of ${shared} (${copies.join(', ')}). ${once} keep "${shared}" in peerDependencies.`;
    return [];
  });
}

const picture = /\.(svg|png|jpe?g|webp|avif)$/;

/**
 * Finds resources that code or texts name and the release does not have. Named is every string that
 * ends like a picture, and every `folder/name` whose folder lies in `resources/`.
 */
async function missingResources(folder: string, files: Release['files']): Promise<string[]> {
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

/** Strings in quotes or brackets that look like relative paths. */
function wordsOf(text: string): string[] {
  const quoted = text.matchAll(/["'`(]([\w-]+(?:\/[\w.-]+)*\.?[\w-]*)["'`)]/g);
  return [...quoted].map(([, word = '']) => word);
}
