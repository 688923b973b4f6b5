import type { Browser, BrowserContext } from 'playwright';
import { type Seen, watchPage } from './page-probe.ts';
import { type Profile, waves } from './profiles.ts';

export interface Link {
  from: string;
  to: string;
}

/** Counts requests and bytes until the text is readable and the app works. */
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

/** Fonts and pictures may still shift the page for this time. */
const settleMs = 300;

export async function visitTwice(browser: Browser, link: Link, profile: Profile) {
  await using visitor = await newVisitor(browser, profile);
  return {
    first: await load(visitor, link, profile),
    second: await load(visitor, link, profile),
  };
}

/** Counts the levels of dependent requests that text and app wait for. */
export async function measureDepth(browser: Browser, link: Link): Promise<number> {
  await using visitor = await newVisitor(browser, waves);
  const { requested } = await open(visitor, link, waves);
  // The text does not wait for pictures and fonts.
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

async function newVisitor(browser: Browser, profile: Profile): Promise<BrowserContext> {
  const { viewport, deviceScaleFactor } = profile;
  const looks = { locale: 'en-GB', colorScheme: 'dark' } as const;
  const visitor = await browser.newContext({ viewport, deviceScaleFactor, ...looks });
  await visitor.addInitScript(watchPage);
  return visitor;
}

/**
 * Follows a link on another site, as visitors do: from an empty tab, the isolation policy makes the browser
 * change processes after the answer.
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
    // An unchanged file sends only headers.
    bytes: Math.min(transferSize, encodedBodySize),
  }));
  return { seen: globalThis.benchSeen, requested };
}
