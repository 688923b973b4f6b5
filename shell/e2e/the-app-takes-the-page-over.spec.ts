import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { paths } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { openWithoutScripts } from './fixtures/requests.ts';
import { watchShifts } from './fixtures/shifts.ts';
import { otherLanguage } from './fixtures/text.ts';

const windows = [
  { width: 1280, height: 800 },
  { width: 900, height: 900 },
  { width: 412, height: 823 },
];
const looks = [
  { colorScheme: 'dark', locale: 'en' },
  { colorScheme: 'light', locale: otherLanguage },
  { colorScheme: 'dark', locale: otherLanguage },
  { colorScheme: 'light', locale: 'en' },
] as const;

test.use({ expectedErrors: [/status of 404.*\/nothing/] });

for (const [index, path] of [...paths, '/nothing'].entries())
  test(`the app takes ${path} over in every window: nothing is made anew, moves or looks different`, async ({
    browser,
    site,
  }) => {
    test.slow();
    for (const [number, viewport] of windows.entries()) {
      // Each with another theme and language than on the page before.
      const look = looks[(number + index) % looks.length] ?? looks[0];
      const visit = { viewport, ...look };
      await test.step(JSON.stringify(visit), () =>
        expectTakenOver(browser, site.url + path, visit),
      );
    }
  });

/** It compares what it takes over by itself, and names in the console what the released one mends. */
test("React's development build complains of nothing either", async ({
  browser,
  ownSite,
  team,
}) => {
  const build = 'shell/cli/src/build/base-config.ts';
  await team.change(build, 'optimization: {', "optimization: { nodeEnv: 'development',");
  // No hot reload, and what no visitor gets may weigh more.
  await team.change('shell/src/main.tsx', "process.env.NODE_ENV === 'development'", 'false');
  await team.change('shell/package.json', '"budget"', '"noBudget"');
  // This makes every page in every language and has the app take it over, or refuses.
  expect(team.portfolio(ownSite, 'deploy shell')).toContain('Prerendered portfolio@');
  // Only that build says this, so it is the one that ran.
  await expectTakenOver(
    browser,
    `${ownSite.url}/portfolio`,
    { viewport: { width: 1280, height: 800 }, ...looks[0] },
    [expect.stringContaining('React DevTools')],
  );
});

/** One way of looking at a page: a window, a theme and a language. */
type Visit = Required<Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale'>>;

/**
 * Looks at a page before its scripts come and after: nothing is made anew, moves, looks different or
 * is complained of.
 * @param said what the console has to say all the same
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
    // The page for unknown paths is one itself.
    const isOwn = message.location().url === address && address.endsWith('/nothing');
    if (message.type() !== 'log' && !isOwn) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  // An emulated preference does not reach the style within a picture: the mascot would wave.
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
  await scripts.release();
  await page.waitForLoadState('load');
  expect(nodes).toBeGreaterThan(40);
  expect(await page.evaluate(changedElements)).toEqual({ lost: 0, added: [] });
  // What has been paler while the app was on its way may still be on its way back.
  await expect.poll(async () => difference(before, await picture(page))).toBeLessThanOrEqual(4);
  expect(await page.evaluate(() => globalThis.seenShifts)).toEqual([]);
  expect(complaints).toEqual(said);
  await context.close();
}

declare global {
  var sentNodes: Set<Node>;
}

/** Runs in the page. @returns how many elements came with the document */
function markNodes(): number {
  globalThis.sentNodes = new Set(document.querySelectorAll('#root *'));
  return globalThis.sentNodes.size;
}

/** Runs in the page: elements that went, and that came. The ages of releases come with the app. */
function changedElements() {
  const added = [...document.querySelectorAll('#root *')].filter(
    (element) => !globalThis.sentNodes.has(element) && !element.closest('summary'),
  );
  const lost = [...globalThis.sentNodes].filter((node) => !node.isConnected);
  return { lost: lost.length, added: added.map(({ outerHTML }) => outerHTML.slice(0, 80)) };
}

/**
 * The wall and the pictures in sight are there: they come whether there are scripts or not. One that
 * has come may not be painted yet, as it is decoded beside the page; a card near the edge has a place
 * for its pictures only once there was a frame.
 */
async function pictures(page: Page): Promise<void> {
  const arePainted = async () => {
    // Bricks and what is out of sight wait for the app, though not for long.
    if ('pictures' in document.documentElement.dataset) return false;
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
  // Not `waitForFunction`: it takes the first answer of an asynchronous one, whatever that is.
  await expect.poll(() => page.evaluate(arePainted)).toBe(true);
}

/**
 * What is seen; the ages of the releases come with the app, and what waits for it long is paler. All of
 * it is painted anew for that: where only a picture that has come is, the edges of what is round or
 * slanting come out up to 10 of 255 otherwise than when a whole tile is painted.
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
