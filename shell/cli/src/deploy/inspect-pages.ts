import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@portfolio/api/log.ts';
import { createSite } from '@portfolio/api/site.ts';
import { followLiveReleases, type LiveReleases } from '@portfolio/releases/live-releases.ts';
import { pathOf, type Release, releaseBase } from '@portfolio/releases/release.ts';
import type { Store } from '@portfolio/releases/store.ts';
import type { Browser, Page } from 'playwright';

/** How long a page may take until its heading is there. */
const patienceMs = 15_000;

/**
 * Opens every page that shows something of a release, on a site of its own and as its preview.
 * @returns what went wrong there; nothing at all when no page shows it
 */
export async function inspectPages(
  browser: Browser,
  store: Store,
  release: Release,
): Promise<string[] | undefined> {
  const log = createLog('silent');
  const live = followLiveReleases(store, log);
  const paths = await pathsOf(live, release);
  if (paths.length === 0) return undefined;
  const inspected = withoutFallback(live, release);
  const server = createServer(createSite({ store, log, live: inspected, isInspection: true }));
  const page = await browser.newPage();
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const faults = watch(page, release);
    for (const path of paths) {
      await page.goto(`http://127.0.0.1:${port}${path}?preview=${release.name}@${release.id}`);
      const heading = page.locator('main h1').first();
      await heading.waitFor({ timeout: patienceMs }).catch(() => {
        faults.push(`${path} shows no heading`);
      });
      // A prerendered heading is there without the app. Shells from before there was a stamp have no `lost`.
      const isStamped = await page.locator('#lost').count();
      const runs = page.locator('html[data-ready]');
      if (isStamped)
        await runs
          .waitFor({ timeout: patienceMs })
          .catch(() => faults.push(`${path} does not get its app running`));
      if (await page.locator('main [role=alert]').count())
        faults.push(`${path} cannot be opened, or throws while rendering`);
      const missing = (await picturesOf(page, release)).filter((file) => !(file in release.files));
      faults.push(...missing.map((file) => `${path} shows ${file}, which is missing`));
      await page.waitForLoadState('load');
    }
    return [...new Set(faults)];
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Every picture of this release that the page names, also those it would only fetch farther down. */
async function picturesOf(page: Page, release: Release): Promise<string[]> {
  const addresses = await page.locator('img, source').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const sets = picture.getAttribute('srcset')?.split(',') ?? [];
      const choices = sets.map((choice) => choice.trim().split(' ')[0] ?? '');
      return [picture.getAttribute('src') ?? '', ...choices];
    }),
  );
  const base = releaseBase(release);
  const own = addresses.filter((address) => address.startsWith(base));
  return [...new Set(own.map((address) => address.slice(base.length)))];
}

/** Every address that shows something of this release. */
async function pathsOf(live: LiveReleases, release: Release): Promise<string[]> {
  const set = await live.fresh();
  if (!set) return [];
  if (release.name !== 'shell') return [pathOf(release)];
  return set.pages.map(({ path }) => path);
}

/** Only the inspected release: one that fails must not be saved by the one before. */
function withoutFallback(live: LiveReleases, { name }: Release): LiveReleases {
  const fresh = async () => {
    const set = await live.fresh();
    return set && { ...set, sections: { ...set.sections, [name]: [] } };
  };
  return { ...live, fresh, cached: fresh };
}

/** Notes every fault of the page. */
function watch(page: Page, release: Release): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.text().includes('failed');
    // Without the trace: it is one of minified code.
    if (isFault) faults.push(message.text().split('\n')[0] ?? '');
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isOurs = pathname.startsWith(releaseBase(release));
    if (isOurs && response.status() >= 400) faults.push(`${pathname} answers ${response.status()}`);
  });
  return faults;
}
