import type { Browser, BrowserContext } from 'playwright';
import { type Seen, watchPage } from './page-probe.ts';
import { type Profile, waves } from './profiles.ts';

/** A link: an address of the site that shows it, and where it leads. */
export interface Link {
  from: string;
  to: string;
}

/** One load of a page. Requests and bytes are those asked for until the text could be read and the app works. */
export interface Load extends Seen {
  requests: number;
  bytes: number;
  scriptBytes: number;
}

/** A request, in ms since the navigation began; compressed bytes, 0 from the cache. */
interface Requested {
  name: string;
  startTime: number;
  bytes: number;
}

/** What fonts and pictures may still move after the page is there. */
const settleMs = 300;

/** Loads a page for the first time, and then, a moment later, once more. */
export async function visitTwice(browser: Browser, link: Link, profile: Profile) {
  await using visitor = await newVisitor(browser, profile);
  return {
    first: await load(visitor, link, profile),
    second: await load(visitor, link, profile),
  };
}

/** How deep the requests depend on each other that text and app wait for. */
export async function measureDepth(browser: Browser, link: Link): Promise<number> {
  await using visitor = await newVisitor(browser, waves);
  const { requested } = await open(visitor, link, waves);
  // Pictures and fonts come when the text is there; it does not wait for them.
  const blocking = requested.filter(({ name }) => !/\.(svg|avif|webp|woff2)$/.test(name));
  const last = Math.max(...blocking.map(({ startTime }) => startTime));
  return Math.floor(last / waves.latency) + 1;
}

async function load(visitor: BrowserContext, link: Link, profile: Profile): Promise<Load> {
  const { seen, requested } = await open(visitor, link, profile);
  const scripts = requested.filter(({ name }) => /\.m?js$/.test(name));
  return {
    ...seen,
    requests: requested.length,
    bytes: sumBytes(requested),
    scriptBytes: sumBytes(scripts),
  };
}

function sumBytes(requested: readonly Requested[]): number {
  return requested.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A visitor who has never been here: nothing is in the cache. */
async function newVisitor(browser: Browser, profile: Profile): Promise<BrowserContext> {
  const { viewport, deviceScaleFactor } = profile;
  const looks = { locale: 'en-GB', colorScheme: 'dark' } as const;
  const visitor = await browser.newContext({ viewport, deviceScaleFactor, ...looks });
  await visitor.addInitScript(watchPage);
  return visitor;
}

/**
 * Follows a link on another site, as visitors come: from an empty tab a policy that isolates the page
 * has the browser change processes once the answer is there.
 */
async function open(visitor: BrowserContext, link: Link, profile: Profile) {
  const page = await visitor.newPage();
  const devtools = await visitor.newCDPSession(page);
  await page.goto(link.from);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latency,
    downloadThroughput: profile.down / 8,
    uploadThroughput: profile.up / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu });
  await page.setContent(`<a href="${link.to}">A friend's portfolio</a>`);
  await page.getByRole('link').click();
  await page.waitForURL(link.to, { waitUntil: 'load', timeout: 60_000 });
  const isReadable = () => globalThis.benchSeen.heading > 0;
  const hasApp = () => !document.querySelector('script') || globalThis.benchSeen.takenOver > 0;
  for (const is of [isReadable, hasApp])
    await page.waitForFunction(is, undefined, { timeout: 60_000 });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(settleMs);
  const { seen, requested } = await page.evaluate(readPage);
  await page.close();
  const works = Math.max(seen.heading, seen.takenOver);
  return { seen, requested: requested.filter(({ startTime }) => startTime <= works) };
}

/** Runs in the page. */
function readPage() {
  const entries = ['navigation', 'resource'].flatMap(
    (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
  );
  const requested = entries.map(({ name, startTime, transferSize, encodedBodySize }) => ({
    name,
    startTime,
    // Of what has not changed only headers came.
    bytes: Math.min(transferSize, encodedBodySize),
  }));
  return { seen: globalThis.benchSeen, requested };
}
