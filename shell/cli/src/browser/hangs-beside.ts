import { pathOf, type Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Browser, BrowserContext } from 'playwright';
import { inTime } from './in-time.ts';
import { type InspectedSite, serveInspected } from './inspected-site.ts';

/** The times of a comparison; tests have shorter ones. */
export interface Patience {
  /** What hangs has not been ready for as long as this, at least. */
  leastMs: number;
  /** The other one has to be ready within this. */
  otherMs: number;
}

/** Chance and a moment's load are not there twice. */
const rounds = 2;

/** What is only heavier than the release before does not need as many times as long. */
const timesAsLong = 3;

/**
 * Shells give a section up after 3 s. Theirs and all other such timers go on for as many times as
 * long, so that it is the release that is waited for.
 */
const stretched = 20;
const stretchTimers = (times: number) => {
  const { setTimeout } = globalThis;
  const longer = (act: () => void, ms = 0, ...given: []) =>
    setTimeout(act, ms < 1000 ? ms : ms * times, ...given);
  Object.assign(globalThis, { setTimeout: longer });
};

/**
 * Whether a release hangs while another one does not, at the same moment and in the same browser: a
 * machine that is slow, or made slow by strangers, is slow for both. The first one goes ahead, and has
 * several times as long as the other needed.
 * @param only this page of both, instead of the page of a section
 */
export async function hangsBeside(
  browser: Browser,
  store: Store,
  [release, other]: readonly [Release, Release],
  patience: Patience,
  only?: string,
): Promise<boolean> {
  for (let round = 1; round <= rounds; round += 1)
    if (!(await hangsOnce(browser, store, [release, other], patience, only))) return false;
  return true;
}

async function hangsOnce(
  browser: Browser,
  store: Store,
  releases: readonly [Release, Release],
  { leastMs, otherMs }: Patience,
  only?: string,
): Promise<boolean> {
  const sites: InspectedSite[] = [];
  const contexts: BrowserContext[] = [];
  const open = async (release: Release) => {
    const site = await serveInspected(store, release);
    sites.push(site);
    const context = await browser.newContext();
    contexts.push(context);
    await context.addInitScript(stretchTimers, stretched);
    const page = await context.newPage();
    const start = performance.now();
    const address = site.addressOf(only ?? pathOf(release));
    const ready = Promise.all([
      page.goto(address, { waitUntil: 'commit', timeout: 0 }),
      page.locator(readyPage).first().waitFor({ timeout: 0 }),
    ]);
    // Nobody waits for the first one when the second is not ready in time.
    ready.catch(() => {});
    return { start, ready };
  };
  try {
    const first = await open(releases[0]);
    const second = await open(releases[1]);
    if (!(await inTime(otherMs, second.ready))) return false;
    const now = performance.now();
    const needed = Math.max(leastMs, timesAsLong * (now - second.start));
    return !(await inTime(first.start + needed - now, first.ready));
  } finally {
    for (const site of sites) site.close();
    // A page of endless work that cannot even be closed ends with its browser.
    const closing = contexts.map((context) => context.close().catch(() => {}));
    await inTime(otherMs, Promise.all(closing));
  }
}

/** The app runs, and shows what it was asked for. */
const readyPage = 'html[data-ready] main:not(:has([role=alert])) h1';
