import { createHash } from 'node:crypto';
import { lookUp } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { PrerenderedPage } from '@portfolio/releases/markup/parse-pages.ts';
import { readPages } from '@portfolio/releases/markup/prerendered-pages.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { LRUCache } from 'lru-cache';
import type { TextsByLanguage } from '../locales/texts-cache.ts';
import type { Log } from '../log.ts';

/** The page of a section (of the shell: the one for unknown paths) as documents carry it. */
export interface DocumentPage extends PrerenderedPage {
  /** The release it was made of, such as `home@0123456789ab`. */
  madeOf: string;
}

type DocumentPages = ReadonlyMap<string, DocumentPage>;

/** Finds the page for a document; none where it was not prerendered. */
export type PageOf = (
  set: LiveSet,
  texts: TextsByLanguage,
  section: string | undefined,
  language: string,
) => Promise<DocumentPage | undefined>;

/** A few sites' worth: what is asked for rarely is read again. */
const max = 32;

/** A page may come some seconds after its release; what is not there is looked for again. */
const missingMs = 1000;

const passedOver = 'Prerendered pages are passed over';

/** The pages of the store, each read once. */
export function cachePages(store: Store, log: Log): PageOf {
  const cache = new LRUCache<string, Promise<DocumentPages>>({ max });
  const named = new LRUCache<string, true>({ max: 100 });

  async function read(
    key: string,
    madeOf: string,
    place: { name: string; id: string; frame: string },
  ): Promise<DocumentPages> {
    const pages = await readPages(store, place).catch((error) => {
      // Pages that cannot be used are looked at every second; once is enough to be told.
      if (!named.has(String(error))) log.warn({ error: String(error) }, passedOver);
      named.set(String(error), true);
    });
    if (!pages) cache.set(key, Promise.resolve(new Map()), { ttl: missingMs });
    // The same page is the same object for every visitor: documents are kept by it.
    return new Map([...(pages ?? [])].map(([language, page]) => [language, { ...page, madeOf }]));
  }

  return async (set, texts, section, language) => {
    const release = section ? set.sections[section]?.[0] : set.shell;
    if (!release) return undefined;
    const madeOf = `${release.name}@${release.id}`;
    const frame = frameOf(set, texts);
    const key = `${madeOf} ${frame}`;
    let pages = cache.get(key);
    if (!pages) {
      pages = read(key, madeOf, { name: release.name, id: release.id, frame });
      cache.set(key, pages);
    }
    return (await pages).get(language);
  };
}

const frames = new WeakMap<TextsByLanguage, string>();

/** What surrounds the page of a section: a shell and its navigation, in words. */
export function frameOf({ shell, pages }: LiveSet, texts: TextsByLanguage): string {
  const known = frames.get(texts);
  if (known) return known;
  const entries = [...texts].flatMap(([language, { tree }]) =>
    pages.map(({ path, icon, label }) => [language, path, icon, lookUp(tree, label)]),
  );
  const hash = createHash('sha256').update(JSON.stringify(entries)).digest('hex');
  const frame = `${shell.id}-${hash.slice(0, 12)}`;
  frames.set(texts, frame);
  return frame;
}

/** Sends every document without its page. */
export const noPages: PageOf = async () => undefined;
