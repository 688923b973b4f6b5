import { type Release, releaseBase } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Browser, ConsoleMessage, Page } from 'playwright';
import { inTime } from './in-time.ts';
import { serveInspected } from './inspected-site.ts';

/** How an inspection looks. */
interface InspectionLook {
  /** These pages instead of all that show something of the release. */
  only?: readonly string[];
  /** How long a page may take until its heading is there. */
  patienceMs?: number;
}

/** All of a page together: one of endless work answers nothing, and what asks it never ends. */
const patiencesOfPage = 3;

/**
 * Opens every page that shows something of a release, on a site of its own and as its preview. What
 * fails on one page is not waited for on all the others.
 * @returns what went wrong there; nothing at all when no page shows it
 */
export async function inspectPages(
  browser: Browser,
  store: Store,
  release: Release,
  { only, patienceMs = 15_000 }: InspectionLook = {},
): Promise<string[] | undefined> {
  const site = await serveInspected(store, release);
  const paths = only ?? site.paths;
  let page: Page | undefined;
  try {
    if (paths.length === 0) return undefined;
    page = await browser.newPage();
    const { faults, thrown, explained } = watch(page, release);
    const open = async (page: Page, path: string) => {
      await page.goto(site.addressOf(path), { timeout: 0 });
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
      await page.waitForLoadState('load', { timeout: 0 });
      await explained();
    };
    for (const path of paths) {
      const isDone = await inTime(patiencesOfPage * patienceMs, open(page, path));
      if (!isDone) faults.push(`${path} does not come to rest`);
      if (faults.length > 0) break;
    }
    return [...new Set(faults)];
  } finally {
    site.close();
    // One that cannot even be closed ends with its browser.
    if (page)
      await inTime(
        patienceMs,
        page.close().catch(() => {}),
      );
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
