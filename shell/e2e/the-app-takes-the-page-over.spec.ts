import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { paths } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { openWithoutScripts } from './fixtures/requests.ts';
import { watchShifts } from './fixtures/shifts.ts';
import { otherLanguage } from './fixtures/text.ts';

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];
const looks = [
  { colorScheme: 'dark', locale: 'en' },
  { colorScheme: 'light', locale: otherLanguage },
  { colorScheme: 'dark', locale: otherLanguage },
  { colorScheme: 'light', locale: 'en' },
] as const;

test.use({ expectedErrors: [/status of 404.*\/nothing/] });

for (const [index, path] of [...paths, '/nothing'].entries())
  test(`the app hydrates ${path} in every window: no element is recreated, moves or looks different`, async ({
    browser,
    site,
  }) => {
    for (const [number, viewport] of windows.entries()) {
      // Each window has another theme and language than on the page before.
      const look = looks[(number + index) % looks.length] ?? looks[0];
      const visit = { viewport, ...look };
      await test.step(JSON.stringify(visit), () =>
        expectTakenOver(browser, site.url + path, visit),
      );
    }
  });

/**
 * The development build compares what it hydrates, and logs differences that the released build corrects
 * silently.
 */
test("React's development build logs nothing either", { tag: '@slow' }, async ({
  browser,
  ownSite,
  team,
}) => {
  const build = 'shell/cli/src/build/base-config.ts';
  await team.change(build, 'optimization: {', "optimization: { nodeEnv: 'development',");
  // Removes hot reload and the limit of bytes.
  await team.change('shell/src/main.tsx', "process.env.NODE_ENV === 'development'", 'false');
  await team.change('shell/package.json', '"budget"', '"noBudget"');
  await team.portfolio(ownSite, 'deploy shell portfolio');
  // Only the development build logs this.
  await expectTakenOver(
    browser,
    `${ownSite.url}/portfolio`,
    { viewport: { width: 1280, height: 800 }, ...looks[0] },
    [expect.stringContaining('React DevTools')],
  );
});

type Visit = Required<Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale'>>;

/**
 * Compares a page before and after its scripts: no element is recreated, nothing moves, looks different or is
 * logged.
 * @param said expected messages in the console
 */
async function expectTakenOver(
  browser: Browser,
  address: string,
  visit: Visit,
  said: readonly unknown[] = [],
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...visit });
  const complaints: string[] = [];
  context.on('console', (message) => {
    // The page for unknown paths has status 404.
    const isOwn = message.location().url === address && address.endsWith('/nothing');
    if (message.type() !== 'log' && !isOwn) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  // Emulated media do not reach the style within a picture, so the mascot would wave.
  await page.route(/mascot[^/]*\.svg$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(/<style>.*?<\/style>/s, ''),
    });
  });
  const scripts = await openWithoutScripts(page, address);
  await pictures(page);
  const nodes = await page.evaluate(markNodes);
  const before = await picture(page);
  // What moved before the scripts is the concern of `nothing-jumps`.
  await page.evaluate(() => {
    globalThis.seenShifts = [];
  });
  await scripts.release();
  await page.waitForLoadState('load');
  expect(nodes).toBeGreaterThan(40);
  expect(await page.evaluate(changedElements)).toEqual({ lost: 0, added: [] });
  // Elements that were paler before the app ran may still be in transition.
  await expect.poll(async () => difference(before, await picture(page))).toBeLessThanOrEqual(4);
  expect(await page.evaluate(() => globalThis.seenShifts)).toEqual([]);
  expect(complaints).toEqual(said);
  await context.close();
}

declare global {
  var sentNodes: Set<Node>;
}

/** Runs in the page. @returns the number of elements in the document */
function markNodes(): number {
  globalThis.sentNodes = new Set(document.querySelectorAll('#root *'));
  return globalThis.sentNodes.size;
}

/** Runs in the page: removed and added elements. */
function changedElements() {
  const added = [...document.querySelectorAll('#root *')].filter(
    (element) => !globalThis.sentNodes.has(element),
  );
  const lost = [...globalThis.sentNodes].filter((node) => !node.isConnected);
  return { lost: lost.length, added: added.map(({ outerHTML }) => outerHTML.slice(0, 80)) };
}

/**
 * Waits for the wall and the visible pictures. A loaded picture may not be painted yet, since it is decoded
 * asynchronously; a card near the edge reserves space for its pictures only after a frame.
 */
async function pictures(page: Page): Promise<void> {
  const arePainted = async () => {
    // The wall and pictures out of sight wait shortly for the app.
    const waiting = ['unseen', 'bare'];
    const isWaiting = (it: Animation) => waiting.includes((it as CSSAnimation).animationName);
    if (document.getAnimations().some(isWaiting)) return false;
    const frames = async () => {
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    await frames();
    const wall = new Image();
    const address = getComputedStyle(document.body).getPropertyValue('--wall');
    wall.src = /url\(['"]?(.+?)['"]?\)/.exec(address)?.[1] ?? '';
    const seen = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.checkVisibility() && top < innerHeight && bottom > 0;
    });
    if (!seen.every(({ complete }) => complete)) return false;
    await Promise.all([wall, ...seen].map((image) => image.decode()));
    await frames();
    return true;
  };
  // `waitForFunction` accepts the first result of an asynchronous function, even false.
  await expect.poll(() => page.evaluate(arePainted)).toBe(true);
}

/**
 * A screenshot without the paler state of waiting elements. Everything is
 * painted again, since a repaint of one picture renders its round and slanted edges up to 10 of 255
 * differently.
 */
async function picture(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    for (const animation of document.getAnimations()) {
      if ((animation as CSSAnimation).animationName === 'asleep') animation.cancel();
    }
    const root = document.documentElement;
    for (const visibility of ['hidden', '']) {
      root.style.visibility = visibility;
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  return sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** The largest difference between pixels, up to 255. */
function difference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  let most = 0;
  for (let index = 0; index < one.length; index += 1)
    most = Math.max(most, Math.abs((one[index] ?? 0) - (other[index] ?? 0)));
  return most;
}
