import os from 'node:os';
import { noPages } from '@portfolio/api/document/prerendered.ts';
import { offeredLanguages } from '@portfolio/api/locales/merge-texts.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { PrerenderedPage } from '@portfolio/releases/markup/parse-pages.ts';
import { keepPages } from '@portfolio/releases/markup/prerendered-pages.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Browser } from 'playwright';
import { PageFailedError, takePage } from './capture-page.ts';
import { checkPage } from './check-page.ts';
import { addressOf, missingPages, type Pair, type Scope } from './missing-pages.ts';
import { serveSet } from './serve-set.ts';

/** Pages that could not be made, and why. */
export interface FailedPages extends Pair {
  faults: readonly string[];
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

/** As many at a time as there are cores. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const workers = Array.from({ length: os.availableParallelism() }, async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
  });
  await Promise.all(workers);
}
