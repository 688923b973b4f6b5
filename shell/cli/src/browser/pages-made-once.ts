import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pagesFile, type SitePage } from '@portfolio/contract/pages.ts';
import { type PrerenderedPages, writePages } from '@portfolio/releases/release/parse-pages.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { cache, readCached } from '../build/package-cache.ts';
import { ownPackage, repository } from '../own-package.ts';

export interface PageOfRelease {
  release: Release;
  layout: string;
  entry: Pick<SitePage, 'path'> | undefined;
}

/**
 * Caches the pages of all languages by a hash of their sources: a deploy after its preview makes none again, and
 * of fifty posts only the changed one and what lists it.
 * @param make throws if a page fails, and says whether it shows a title of the section's other pages
 */
export async function makePageOnce(
  page: PageOfRelease,
  make: () => Promise<{ pages: PrerenderedPages; showsOthers: boolean }>,
): Promise<PrerenderedPages> {
  const { id } = page.release;
  const alone = hashOfPage(page, { showsOthers: false });
  const amongOthers = hashOfPage(page);
  const fileOf = (hash: string) => `pages/${hash}.json`;
  const known = (await readCached(fileOf(alone))) ?? (await readCached(fileOf(amongOthers)));
  // The id in addresses of pictures differs in the next release.
  if (known) return new Map(Object.entries(JSON.parse(String(known).replaceAll(alone, id))));
  const { pages, showsOthers } = await make();
  const content = Buffer.from(writePages(pages).replaceAll(id, alone));
  await cache(fileOf(showsOthers ? amongOthers : alone), content);
  return pages;
}

/** Hashes all that a page may show: the files of its release but texts and cards of other pages. */
export function hashOfPage(
  { release, layout, entry }: PageOfRelease,
  { showsOthers } = { showsOthers: true },
): string {
  const { id: _, createdAt: __, commit: ___, files, pages = [], ...contract } = release;
  const own = [`pages${entry?.path}.`, `cards${entry?.path}.`];
  const isOwn = (file: string) => own.some((begin) => file.startsWith(begin));
  const isOfPage = (file: string) => /^(?:pages|cards)\//.test(file);
  const shown = Object.entries(files).filter(
    ([file]) => isOwn(file) || !(isOfPage(file) || file === pagesFile),
  );
  const madeOf = [
    madeBy(),
    layout,
    entry?.path,
    contract,
    showsOthers ? pages : pages.filter(({ path: at }) => at === entry?.path),
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
