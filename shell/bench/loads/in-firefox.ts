import { findEngine } from '@portfolio/cli/engines';
import { firefox } from 'playwright';
import puppeteer from 'puppeteer-core';
import { asRatio, toTable } from '../report/markdown-table.ts';
import type { RunningVariant } from '../variants/variants.ts';
import { median } from './median.ts';
import { watchPage } from './page-probe.ts';
import { rotated } from './rotated.ts';

/** A first visit: when its text could be read, in ms. */
type Visit = (address: string) => Promise<number>;

/**
 * When the text can be read in Firefox, the variants in turns, as a table beside the bundle. Nothing
 * is slowed down there; it is to see that a gain in one engine is no loss in another.
 */
export async function compareInFirefox(
  variants: readonly RunningVariant[],
  { pages, runs }: { pages: readonly string[]; runs: number },
): Promise<string> {
  const browser = await startFirefox();
  if (!browser) return 'There was no Firefox to measure with.';
  const rows: string[][] = [];
  try {
    for (const page of pages) {
      const times = new Map(variants.map(({ name }) => [name, [] as number[]]));
      for (let run = 0; run < runs; run += 1) {
        console.log(`/${page} in Firefox, run ${run + 1} of ${runs}`);
        for (const { name, site } of rotated(variants, run))
          times.get(name)?.push(await browser.visit(`${site.url}/${page}`));
      }
      const bundle = median(times.get('bundle') ?? []);
      for (const { name, title } of variants) {
        const time = median(times.get(name) ?? []);
        rows.push([`/${page}, ${title}`, time.toFixed(), asRatio(time, bundle)]);
      }
    }
  } finally {
    await browser.stop();
  }
  return toTable([['first visit in Firefox', 'text ms', '×'], ...rows]);
}

async function startFirefox(): Promise<{ visit: Visit; stop(): Promise<void> } | undefined> {
  const engine = findEngine('firefox');
  if (engine?.drivenBy === 'playwright') {
    const browser = await firefox.launch(engine.options);
    return {
      async visit(address) {
        const visitor = await browser.newContext();
        await visitor.addInitScript(watchPage);
        return read(await visitor.newPage(), address).finally(() => visitor.close());
      },
      stop: () => browser.close(),
    };
  }
  if (engine?.drivenBy !== 'bidi') return undefined;
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: engine.file });
  return {
    async visit(address) {
      const visitor = await browser.createBrowserContext();
      const page = await visitor.newPage();
      await page.evaluateOnNewDocument(watchPage);
      return read(page, address).finally(() => visitor.close());
    },
    stop: () => browser.close(),
  };
}

/** What both ways of driving a Firefox call alike. */
interface Page {
  goto(address: string): Promise<unknown>;
  waitForFunction(isSo: () => boolean): Promise<unknown>;
  evaluate(look: () => number): Promise<number>;
}

async function read(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.waitForFunction(() => globalThis.benchSeen?.heading > 0);
  return page.evaluate(() => globalThis.benchSeen.heading);
}
