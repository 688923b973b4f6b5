import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SitePage } from '@portfolio/contract/pages.ts';
import { type PrerenderedPages, writePages } from '@portfolio/releases/release/parse-pages.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { makeOnce } from '../build/package-cache.ts';
import { ownPackage, repository } from '../own-package.ts';

export interface PageOfRelease {
  release: Release;
  layout: string;
  entry: Pick<SitePage, 'path'> | undefined;
}

/**
 * Caches the pages of all languages by a hash of their sources: a deploy after its preview makes none again, and
 * of fifty posts only the changed one.
 * @param make makes and inspects the pages; a result of undefined is not cached
 */
export async function makePageOnce(
  page: PageOfRelease,
  make: () => Promise<PrerenderedPages | undefined>,
): Promise<PrerenderedPages | undefined> {
  const { id } = page.release;
  const hash = hashOfPage(page);
  const made = await makeOnce(`pages/${hash}.json`, async () => {
    const pages = await make();
    // The id in addresses of pictures differs in the next release.
    return pages && Buffer.from(writePages(pages).replaceAll(id, hash));
  });
  return made && new Map(Object.entries(JSON.parse(String(made).replaceAll(hash, id))));
}

/** Hashes all that a page may show: the files of its release but texts and cards of other pages. */
export function hashOfPage({ release, layout, entry }: PageOfRelease): string {
  const { id: _, createdAt: __, commit: ___, files, ...contract } = release;
  const own = [`pages${entry?.path}.`, `cards${entry?.path}.`];
  const shown = Object.entries(files).filter(([file]) => {
    const isOfPage = /^(?:pages|cards)\//.test(file);
    return !isOfPage || own.some((begin) => file.startsWith(begin));
  });
  const madeOf = [
    madeBy(),
    layout,
    entry?.path,
    contract,
    shown.map(([file, ref]) => [file, ref.integrity]),
  ];
  return createHash('sha256').update(JSON.stringify(madeOf)).digest('hex').slice(0, 32);
}

let known: string | undefined;

/** A hash of the code that makes and inspects pages, so that another version makes them again. */
function madeBy(): string {
  if (known) return known;
  const sources = ['api/src', 'shell/cli/src', 'shell/contract/src', 'shell/releases/src'];
  const folders = repository ? sources : ['dist'];
  const hash = createHash('sha256');
  const root = repository ?? ownPackage;
  for (const folder of folders) {
    const cwd = path.join(root, folder);
    for (const file of globSync('**/*.{ts,js,mjs}', { cwd }).sort())
      hash.update(readFileSync(path.join(cwd, file)));
  }
  known = hash.digest('hex');
  return known;
}
