import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SitePage } from '@portfolio/contract/pages.ts';
import { type PrerenderedPages, writePages } from '@portfolio/releases/release/parse-pages.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { makeOnce } from '../build/package-cache.ts';
import { ownPackage, repository } from '../own-package.ts';

/** The page of one release, in one layout. */
export interface PageOfRelease {
  release: Release;
  layout: string;
  entry: Pick<SitePage, 'path'> | undefined;
}

/**
 * Makes and inspects a page in all languages, once for all that it is made of: a preview and its deploy have
 * the same pages, and of fifty posts the one whose text changed is made anew.
 * @param make gives back nothing where the page fails, which is not kept
 */
export async function makePageOnce(
  page: PageOfRelease,
  make: () => Promise<PrerenderedPages | undefined>,
): Promise<PrerenderedPages | undefined> {
  const { id } = page.release;
  const hash = hashOfPage(page);
  const made = await makeOnce(`pages/${hash}.json`, async () => {
    const pages = await make();
    // The next release has other addresses of the same pictures.
    return pages && Buffer.from(writePages(pages).replaceAll(id, hash));
  });
  return made && new Map(Object.entries(JSON.parse(String(made).replaceAll(hash, id))));
}

/** Of all that a page may show: every file of its release but the texts and cards of other pages. */
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

/** The code that makes and inspects pages: of another version they are made anew. */
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
