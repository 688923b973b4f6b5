import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@portfolio/api/log.ts';
import { createSite } from '@portfolio/api/site.ts';
import { followLiveReleases, type LiveReleases } from '@portfolio/releases/live-releases.ts';
import { pathOf, type Release, releaseBase } from '@portfolio/releases/release.ts';
import type { Store } from '@portfolio/releases/store.ts';
import { shellAlone } from '@portfolio/releases/with-releases.ts';
import type { Browser, ConsoleMessage, Page } from 'playwright';

/** The page of the shell alone: no section runs on it. */
export const unknownPath = '/no-such-page';

/** How long a page may take until its heading is there. */
const patienceMs = 15_000;

/**
 * Opens every page that shows something of a release, on a site of its own and as its preview. What
 * fails on one page is not waited for on all the others.
 * @param only these pages
 * @returns what went wrong there; nothing at all when no page shows it
 */
export async function inspectPages(
  browser: Browser,
  store: Store,
  release: Release,
  only?: readonly string[],
): Promise<string[] | undefined> {
  const log = createLog('silent');
  const live = withoutFallback(followLiveReleases(store, log), release);
  const paths = only ?? (await pathsOf(live, release));
  if (paths.length === 0) return undefined;
  const server = createServer(createSite({ store, log, live, isInspection: true }));
  const page = await browser.newPage();
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const site = `http://127.0.0.1:${port}`;
    const { faults, thrown, explained } = watch(page, release);
    for (const path of paths) {
      await page.goto(`${site}${path}?preview=${release.name}@${release.id}`);
      const comes = (what: string, otherwise: string) =>
        page
          .locator(what)
          .first()
          .waitFor({ timeout: patienceMs })
          .catch(() => void faults.push(`${path} ${otherwise}`));
      // A prerendered heading is there without the app. Shells from before there was a stamp have no `lost`.
      const isStamped = (await page.locator('#lost').count()) > 0;
      const isThere = Promise.all([
        comes('main h1', 'shows no heading'),
        isStamped && comes('html[data-ready]', 'does not get its app running'),
      ]);
      await Promise.race([isThere, thrown]);
      if (await page.locator('main [role=alert]').count())
        faults.push(`${path} cannot be opened, or throws while rendering`);
      const missing = (await picturesOf(page, release)).filter((file) => !(file in release.files));
      faults.push(...missing.map((file) => `${path} shows ${file}, which is missing`));
      await page.waitForLoadState('load');
      if (faults.length > 0) break;
    }
    await explained();
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

/** Every address that shows something of this release; a shell has a page of its own for unknown ones. */
async function pathsOf(live: LiveReleases, release: Release): Promise<string[]> {
  const set = await live.fresh();
  if (!set) return [];
  if (release.name !== 'shell') return [pathOf(release)];
  return [...set.pages.map(({ path }) => path), unknownPath];
}

/**
 * Only the inspected release: one that fails must not be saved by the one before. The first of all is
 * a shell, which nothing is live with yet.
 */
function withoutFallback(live: LiveReleases, release: Release): LiveReleases {
  const fresh = async () => {
    const set = await live.fresh();
    if (set) return { ...set, sections: { ...set.sections, [release.name]: [] } };
    const shell = release.name === 'shell' ? await live.find(release) : undefined;
    return shell && shellAlone(shell);
  };
  return { ...live, fresh, cached: fresh };
}

/** Notes every fault of the page, and tells when something was thrown: then there is nothing to wait for. */
function watch(page: Page, release: Release) {
  const faults: string[] = [];
  const explaining: Promise<void>[] = [];
  const thrown = new Promise<void>((resolve) => {
    page.on('pageerror', (error) => {
      faults.push(String(error));
      resolve();
    });
  });
  page.on('console', (message) => {
    // Without the trace: it is one of minified code.
    const [said = ''] = message.text().split('\n');
    // The page for unknown paths is one itself.
    const isExpected = said.includes('404 (Not Found)') && message.location().url === page.url();
    const isFault = message.type() === 'error' || message.text().includes('failed');
    if (!isFault || isExpected) return;
    const place = faults.push(said) - 1;
    explaining.push(
      causeOf(message).then((cause) => {
        if (cause) faults[place] = `${said}: ${cause}`;
      }),
    );
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isOurs = pathname.startsWith(releaseBase(release));
    if (isOurs && response.status() >= 400) faults.push(`${pathname} answers ${response.status()}`);
  });
  return { faults, thrown, explained: () => Promise.all(explaining) };
}

/** Of an error that wraps another one, what that said; the shell's own words are the same for all. */
function causeOf(message: ConsoleMessage): Promise<string | undefined> {
  const said = message.args()[0]?.evaluate((error: unknown) => {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error ? String(cause).split('\n')[0] : undefined;
  });
  // A page that has gone on cannot be asked any more.
  return (said ?? Promise.resolve(undefined)).catch(() => undefined);
}
