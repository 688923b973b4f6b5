import { createHash } from 'node:crypto';
import type { SitePage } from '@portfolio/contract/pages.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { PrerenderedPage } from '@portfolio/releases/release/parse-pages.ts';
import { pathOf, type Release } from '@portfolio/releases/release/release.ts';
import { readPages } from '@portfolio/releases/store/prerendered-pages.ts';
import type { Store } from '@portfolio/releases/store/store.ts';

/** A prerendered page of a section, or the shell's page for unknown paths. */
export interface DocumentPage extends PrerenderedPage {
  /** The page's release, such as `home@0123456789ab`. */
  madeOf: string;
}

/** Finds the page of an entry; undefined if it was not prerendered. */
export type PageOf = (
  set: LiveSet,
  entry: SitePage | undefined,
  language: string,
) => DocumentPage | undefined;

/** Finds pages in the store. Documents are kept, so a page is read once for each. */
export function pagesOfStore(store: Store): PageOf {
  return (set, entry, language) => {
    const release = entry ? set.sections[entry.section]?.[0] : set.shell;
    if (!release) return undefined;
    const { name, id } = release;
    const layout = pagesLayoutOf(layoutOf(set), release, entry);
    const page = readPages(store, { name, id, layout })?.get(language);
    return page && { ...page, madeOf: `${name}@${id}` };
  };
}

/** Identifies the layout around a page: the shell's id and a hash of the navigation. */
export function layoutOf({ shell, pages, texts }: LiveSet): string {
  const entries = [...texts].flatMap(([language, tree]) =>
    pages.map(({ path, icon, label }) => [language, path, icon, lookUp(tree, label)]),
  );
  const hash = createHash('sha256').update(JSON.stringify(entries)).digest('hex');
  return `${shell.id}-${hash.slice(0, 12)}`;
}

/** The key of a stored page: pages below a section's own have a suffix. */
export function pagesLayoutOf(
  layout: string,
  release: Pick<Release, 'name' | 'page'>,
  entry: Pick<SitePage, 'path'> | undefined,
): string {
  const below = entry?.path.slice(pathOf(release).length) ?? '';
  return layout + below.replaceAll('/', '.');
}

/** Switches prerendered pages off. */
export const noPages: PageOf = () => undefined;
