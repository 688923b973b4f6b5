import os from 'node:os';
import { frameOf, noPages } from '@portfolio/api/document/prerendered.ts';
import { offeredLanguages } from '@portfolio/api/locales/merge-texts.ts';
import { prepareTexts } from '@portfolio/api/locales/texts-cache.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { fallbackDepth } from '@portfolio/releases/left-live.ts';
import { readPointer } from '@portfolio/releases/live-pointer.ts';
import type { LiveReleases } from '@portfolio/releases/live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live-set.ts';
import {
  keepPages,
  type PrerenderedPage,
  readPages,
} from '@portfolio/releases/prerendered-pages.ts';
import type { Release } from '@portfolio/releases/release.ts';
import { listNames, type Store } from '@portfolio/releases/store.ts';
import { withReleases } from '@portfolio/releases/with-releases.ts';
import type { Browser } from 'playwright';
import { checkPage } from './check-page.ts';
import { serveSet } from './serve-set.ts';
import { PageFailedError, takePage } from './take-page.ts';

/** The page of one release under one shell. */
interface Pair {
  shell: string;
  release: ReleaseRef;
}

/** A page that is missing, and what it is made with. */
interface Missing extends Pair {
  set: LiveSet;
  frame: string;
}

/** Pages that could not be made, and why. */
export interface FailedPages extends Pair {
  faults: readonly string[];
}

/** What a prerendering is about. */
interface Scope {
  find: LiveReleases['find'];
  /** What is live, or will be: pages are made with it. */
  set: LiveSet;
  /** The release that is about to go live; without it everything that is live. */
  release: Release | undefined;
  /** Pages of others are somebody else's to make; a shell's own are all that are drawn under it. */
  isOwnOnly?: boolean | undefined;
  /** Is told of every page that is there. */
  say: (line: string) => void;
}

/**
 * Makes the pages that are missing: of what is live and of what it falls back to, under the live shell
 * and under the one before, so that a roll-back of either finds its pages. A section that is deployed
 * gets its own, and those of others when it changes the navigation. Each in every language, in a
 * fresh visit.
 */
export async function prerender(browser: Browser, store: Store, scope: Scope) {
  const failed: FailedPages[] = [];
  await inParallel(await missingPages(store, scope), async ({ set, frame, shell, release }) => {
    const started = Date.now();
    const { pages, faults } = await makePages(browser, store, { find: scope.find, set, release });
    if (faults.length > 0) failed.push({ shell, release, faults });
    else {
      await keepPages(store, { ...release, frame }, pages);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      scope.say(`Prerendered ${release.name}@${release.id} under shell@${shell} (${seconds} s).`);
    }
  });
  return failed;
}

async function missingPages(
  store: Store,
  { find, set: live, release, isOwnOnly = false }: Scope,
): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const pair of await pairs(store, live, release)) {
    if (isOwnOnly && !isOwn(pair, release)) continue;
    const set = await setOf(find, live, pair);
    if (!addressOf(set, pair.release.name)) continue;
    const frame = frameOf(set, prepareTexts(set));
    const known = await readPages(store, { ...pair.release, frame }).catch(() => undefined);
    if (!known) missing.push({ ...pair, set, frame });
  }
  return missing;
}

function isOwn({ shell, release: { name, id } }: Pair, release: Release | undefined): boolean {
  if (release?.name === 'shell') return shell === release.id;
  return name === release?.name && id === release.id;
}

async function pairs(store: Store, live: LiveSet, release: Release | undefined): Promise<Pair[]> {
  const found: Pair[] = [];
  const isForAll = !release || release.name === 'shell';
  for (const shell of await idsOf(store, 'shell', release))
    for (const name of await listNames(store)) {
      // A shell's own page is the one for unknown paths.
      const ids = name === 'shell' ? [shell] : await idsOf(store, name, release);
      const isOwn = isForAll || name === release.name;
      const wanted = isOwn ? ids : shell === live.shell.id ? ids.slice(0, 1) : [];
      found.push(...wanted.map((id) => ({ shell, release: { name, id } })));
    }
  return found;
}

/** What visitors may get of a name: the live release, which is the new one soon, and the one before. */
async function idsOf(store: Store, name: string, release: Release | undefined): Promise<string[]> {
  const ids = await readPointer(store, name);
  const soon = release?.name === name ? [release.id, ...ids] : ids;
  return [...new Set(soon)].slice(0, fallbackDepth);
}

async function makePages(
  browser: Browser,
  store: Store,
  { find, set, release }: { find: LiveReleases['find']; set: LiveSet; release: ReleaseRef },
) {
  const path = addressOf(set, release.name);
  const pages = new Map<string, PrerenderedPage>();
  const faults: string[] = [];
  const madeOf = `${release.name}@${release.id}`;
  const bare = await serveSet({ store, find, set, pageOf: noPages });
  const full = await serveSet({
    store,
    find,
    set,
    pageOf: async (_set, _texts, _section, language) => {
      const page = pages.get(language);
      return page && { ...page, madeOf };
    },
  });
  try {
    for (const [turn, language] of offeredLanguages(set).entries()) {
      pages.set(language, await takePage(browser, bare.url + path, language));
      faults.push(...(await checkPage(browser, full.url + path, language, turn)));
    }
  } catch (error) {
    if (!(error instanceof PageFailedError)) throw error;
    faults.push(`${path} ${error.message}`);
  } finally {
    bare.close();
    full.close();
  }
  return { pages, faults: [...new Set(faults)] };
}

/** Only this release and this shell: one that fails must not be saved by the one before. */
async function setOf(
  find: LiveReleases['find'],
  live: LiveSet,
  { shell, release }: Pair,
): Promise<LiveSet> {
  const { shellBefore: _before, ...set } = await withReleases({ find }, live, [
    { name: 'shell', id: shell },
    release,
  ]);
  if (release.name === 'shell') return set;
  const own = set.sections[release.name]?.slice(0, 1) ?? [];
  return { ...set, sections: { ...set.sections, [release.name]: own } };
}

/** Where a section is to be seen; for the shell, where nothing is. */
function addressOf(set: LiveSet, name: string): string | undefined {
  if (name === 'shell') return '/404';
  return set.pages.find(({ section }) => section === name)?.path;
}

/** As many at a time as there are cores. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const workers = Array.from({ length: os.availableParallelism() }, async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
  });
  await Promise.all(workers);
}
