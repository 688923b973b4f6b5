import type { BrowserContextOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures/fixtures.ts';
import { openWithoutScripts } from './fixtures/held-scripts.ts';
import { startSite } from './fixtures/running-site.ts';

const paths = ['/home', '/portfolio', '/contact', '/nothing'];
const windows = [
  [1280, 800],
  [900, 900],
  [412, 823],
  [320, 568],
  [823, 412],
].map(([width = 0, height = 0]) => ({ width, height }));

interface Look extends BrowserContextOptions {
  colorScheme: 'dark' | 'light';
  locale: 'en-GB' | 'de-DE';
}

const looks: readonly Look[] = [
  { colorScheme: 'dark', locale: 'en-GB' },
  { colorScheme: 'light', locale: 'de-DE' },
  { colorScheme: 'dark', locale: 'de-DE' },
  { colorScheme: 'light', locale: 'en-GB' },
];

/**
 * Every window, each with another theme and language than on the page before; JOURNEY_LOOKS=all is every
 * window in both themes and both languages.
 */
function visitsOf(page: number) {
  return windows.flatMap((viewport, index) =>
    process.env.JOURNEY_LOOKS === 'all'
      ? looks.map((look) => ({ viewport, ...look }))
      : [{ viewport, ...(looks[(index + page) % looks.length] as Look) }],
  );
}

test.use({ expectedErrors: [/status of 404.*\/nothing/] });

for (const [index, path] of paths.entries())
  test(`the app takes ${path} over in every window: nothing is made anew, moves or looks different`, async ({
    browser,
    site,
  }) => {
    const visits = visitsOf(index);
    test.setTimeout(20_000 * visits.length);
    for (const visit of visits)
      await test.step(JSON.stringify(visit), async () => {
        const context = await browser.newContext({ reducedMotion: 'reduce', ...visit });
        const complaints: string[] = [];
        context.on('console', (message) => {
          const isOwn = message.location().url === `${site.url}/nothing`;
          if (message.type() !== 'log' && !isOwn) complaints.push(message.text());
        });
        context.on('weberror', (error) => complaints.push(String(error.error())));
        const page = await context.newPage();
        await page.addInitScript(watchShifts);
        const held = await openWithoutScripts(page, site.url + path);
        await pictures(page);
        const nodes = await page.evaluate(markNodes);
        const before = await picture(page);
        await held.letThemCome();
        await page.waitForLoadState('load');
        expect(nodes).toBeGreaterThan(40);
        expect(await page.evaluate(strangers)).toEqual({ lost: 0, added: [] });
        // What has been paler while the app was on its way may still be on its way back.
        await expect
          .poll(async () => difference(before, await picture(page)))
          .toBeLessThanOrEqual(4);
        expect(await page.evaluate(() => globalThis.allShifts)).toBe(0);
        expect(complaints).toEqual([]);
        await context.close();
      });
  });

test('without prerendered pages the document is empty, and the app shows the page as well', async ({
  page,
  request,
}) => {
  const site = await startSite({ PRERENDER: 'off' });
  const html = await (await request.get(`${site.url}/home`)).text();
  expect(html).toContain('<div id="root"></div>');
  await page.goto(`${site.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('about:blank');
  await site.stop();
});

declare global {
  var allShifts: number;
  var sentNodes: Set<Node>;
}

/** Runs in the page before its scripts. */
function watchShifts(): void {
  globalThis.allShifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      globalThis.allShifts += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page. @returns how many elements came with the document */
function markNodes(): number {
  globalThis.sentNodes = new Set(document.querySelectorAll('#root *'));
  return globalThis.sentNodes.size;
}

/** Runs in the page: elements that went, and that came. The ages of releases come with the app. */
function strangers() {
  const added = [...document.querySelectorAll('#root *')].filter(
    (element) => !globalThis.sentNodes.has(element) && !element.closest('time'),
  );
  const lost = [...globalThis.sentNodes].filter((node) => !node.isConnected);
  return { lost: lost.length, added: added.map(({ outerHTML }) => outerHTML.slice(0, 80)) };
}

/**
 * The pictures in sight are there: they come whether there are scripts or not. One that has come may
 * not be painted yet, as it is decoded beside the page.
 */
async function pictures(page: Page): Promise<void> {
  const arePainted = async () => {
    const seen = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.checkVisibility() && top < innerHeight && bottom > 0;
    });
    if (!seen.every(({ complete }) => complete)) return false;
    await Promise.all(seen.map((image) => image.decode()));
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return true;
  };
  await page.waitForFunction(arePainted);
}

/** What is seen; the ages of the releases come with the app, and what waits for it long is paler. */
async function picture(page: Page): Promise<Buffer> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if ((animation as CSSAnimation).animationName === 'asleep') animation.cancel();
  });
  return sharp(await page.screenshot({ mask: [page.locator('footer')] }))
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** The most that a point of one picture differs from the other, of 255. */
function difference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  let most = 0;
  for (let index = 0; index < one.length; index += 1)
    most = Math.max(most, Math.abs((one[index] ?? 0) - (other[index] ?? 0)));
  return most;
}
