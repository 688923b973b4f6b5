import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@portfolio/api/log.ts';
import { createSite } from '@portfolio/api/site.ts';
import {
  followLiveReleases,
  type LiveReleases,
  type Release,
  refuse,
  releaseBase,
  type Store,
} from '@portfolio/releases';
import { type Browser, chromium, type Page } from 'playwright';
import { browserOptions } from '../browser.ts';

/** How long a page may take until its heading is there. */
const patienceMs = 15_000;

/**
 * Opens a release once in the real shell, in a browser, as its preview: every page of a new shell, the
 * one page of a section.
 * @param link the preview's address on the site, for who wants to see what went wrong
 * @throws ReleaseRefusedError when it fails there, or the browser cannot be started; NoBrowserError
 * when there is none.
 */
export async function inspectInBrowser(store: Store, release: Release, link: string) {
  const ref = `${release.name}@${release.id}`;
  const browser = await startBrowser(ref);
  const log = createLog('silent');
  const live = withoutFallback(followLiveReleases(store, log), release);
  const server = createServer(createSite({ store, log, live, isInspection: true }));
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const page = await browser.newPage();
    const faults = watch(page, release);
    for (const path of await pathsOf(store, release)) {
      await page.goto(`http://127.0.0.1:${port}${path}?preview=${ref}`);
      const heading = page.locator('main h1').first();
      await heading.waitFor({ timeout: patienceMs }).catch(() => {
        faults.push(`${path} shows no heading`);
      });
      if (await page.locator('main [role=alert]').count())
        faults.push(`${path} cannot be opened, or throws while rendering`);
      await page.waitForLoadState('load');
    }
    if (faults.length > 0) throw refuse.failsInBrowser(ref, [...new Set(faults)], link);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

async function startBrowser(ref: string): Promise<Browser> {
  const options = browserOptions();
  return chromium.launch(options).catch((error: Error) => {
    throw refuse.noLook(ref, String(options.executablePath), error.message.split('\n')[0] ?? '');
  });
}

/** Only the inspected release: one that fails must not be saved by the one before. */
function withoutFallback(live: LiveReleases, { name }: Release): LiveReleases {
  const fresh = async () => {
    const set = await live.fresh();
    return set && { ...set, sections: { ...set.sections, [name]: [] } };
  };
  return { fresh, cached: fresh };
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

async function pathsOf(store: Store, release: Release): Promise<string[]> {
  const set = await followLiveReleases(store, createLog('silent')).fresh();
  const pages = set?.siteMap ?? [];
  const isLive = (section: string) => set?.sections[section]?.length;
  return pages
    .filter(({ section }) =>
      release.name === 'shell' ? isLive(section) : section === release.name,
    )
    .map(({ path }) => path);
}
