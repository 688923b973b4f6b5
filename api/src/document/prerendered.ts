import { createHash } from 'node:crypto';
import type { SitePage } from '@portfolio/contract/pages.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { PrerenderedPage } from '@portfolio/releases/release/parse-pages.ts';
import { pathOf, type Release } from '@portfolio/releases/release/release.ts';
import { readPages } from '@portfolio/releases/store/prerendered-pages.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { LRUCache } from 'lru-cache';

/** The page of a section (of the shell: the one for unknown paths) as documents carry it. */
export interface DocumentPage extends PrerenderedPage {
  /** The release it was made of, such as `home@0123456789ab`. */
  madeOf: string;
}

/** Finds the page for a document, at an entry of the site; none where it was not prerendered. */
export type PageOf = (
  set: LiveSet,
  entry: SitePage | undefined,
  language: string,
) => DocumentPage | undefined;

/** Many sites' worth: what is asked for rarely is read again. */
const maxSize = 64_000_000;

/** A page may come some seconds after its release; what is not there is looked for again. */
export const missingMs = 1000;

/** The pages of the store, each read once: a page is the same object for all who get it. */
export function cachePages(store: Store): PageOf {
  const cache = new LRUCache<string, ReadonlyMap<string, DocumentPage>>({
    maxSize,
    sizeCalculation: (pages) => [...pages.values()].reduce((sum, it) => sum + it.html.length, 1000),
  });

  return (set, entry, language) => {
    const release = entry ? set.sections[entry.section]?.[0] : set.shell;
    if (!release) return undefined;
    const madeOf = `${release.name}@${release.id}`;
    const layout = pagesLayoutOf(layoutOf(set), release, entry);
    const key = `${madeOf} ${layout}`;
    const known = cache.get(key);
    if (known) return known.get(language);
    const { name, id } = release;
    const read = readPages(store, { name, id, layout });
    const pages = new Map([...(read ?? [])].map(([each, page]) => [each, { ...page, madeOf }]));
    cache.set(key, pages, read ? {} : { ttl: missingMs });
    return pages.get(language);
  };
}

/** What surrounds the page of a section: the id of the shell, and a hash of its navigation. */
export function layoutOf({ shell, pages, texts }: LiveSet): string {
  const entries = [...texts].flatMap(([language, tree]) =>
    pages.map(({ path, icon, label }) => [language, path, icon, lookUp(tree, label)]),
  );
  const hash = createHash('sha256').update(JSON.stringify(entries)).digest('hex');
  return `${shell.id}-${hash.slice(0, 12)}`;
}

/** Where the pages of a release lie: those below its own have a file each. */
export function pagesLayoutOf(
  layout: string,
  release: Pick<Release, 'name' | 'page'>,
  entry: Pick<SitePage, 'path'> | undefined,
): string {
  const below = entry?.path.slice(pathOf(release).length) ?? '';
  return layout + below.replaceAll('/', '.');
}

/** Sends every document without its page. */
export const noPages: PageOf = () => undefined;
