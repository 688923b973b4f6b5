import type { Browser, BrowserContext } from 'playwright';
import { isScript, type Link, newVisitor, type OpenPage, openPage, sumBytes } from './open-page.ts';
import type { Seen } from './page-probe.ts';
import { type Profile, waves } from './profiles.ts';

/** One load of a page. Requests and bytes are those asked for until the text could be read. */
export interface Load extends Seen {
  requests: number;
  bytes: number;
  scriptBytes: number;
  documentBytes: number;
}

/** What fonts and pictures may still move after the page is there. */
const settleMs = 300;

/** Loads a page for the first time, and then, a moment later, once more. */
export async function measureVisits(
  browser: Browser,
  link: Link,
  profile: Profile,
): Promise<{ first: Load; second: Load }> {
  const visitor = await newVisitor(browser, profile);
  try {
    const first = await measureLoad(visitor, link, profile);
    const second = await measureLoad(visitor, link, profile);
    return { first, second };
  } finally {
    await visitor.close();
  }
}

async function measureLoad(visitor: BrowserContext, link: Link, profile: Profile): Promise<Load> {
  const open = await openPage(visitor, link, profile);
  const seen = await look(open, settleMs);
  const needed = open.requests.filter(({ start }) => start <= seen.heading);
  await open.page.close();
  return {
    ...seen,
    requests: needed.length,
    bytes: sumBytes(needed),
    scriptBytes: sumBytes(needed.filter(isScript)),
    documentBytes: sumBytes(needed.slice(0, 1)),
  };
}

/** How deep the requests depend on each other that the text waits for. */
export async function measureDepth(browser: Browser, link: Link): Promise<number> {
  const visitor = await newVisitor(browser, waves);
  try {
    const open = await openPage(visitor, link, waves);
    const seen = await look(open, 0);
    const needed = open.requests.filter(({ start }) => start <= seen.heading);
    const lastStart = Math.max(...needed.filter(blocksText).map(({ start }) => start));
    return Math.floor(lastStart / waves.latency) + 1;
  } finally {
    await visitor.close();
  }
}

/** Pictures and fonts come when the text is there; it does not wait for them. */
function blocksText({ path }: { path: string }): boolean {
  return !/\.(svg|avif|webp|woff2)$/.test(path);
}

async function look({ page }: OpenPage, settle: number): Promise<Seen> {
  await page.waitForFunction(() => globalThis.benchSeen.heading > 0, undefined, {
    timeout: 60_000,
  });
  const hasApp = () => !document.querySelector('script') || globalThis.benchSeen.takenOver > 0;
  await page.waitForFunction(hasApp, undefined, { timeout: 60_000 });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(settle);
  return page.evaluate(() => globalThis.benchSeen);
}
