import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { colorOf } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { watchShifts } from './fixtures/shifts.ts';
import { text } from './fixtures/text.ts';

const language = /^(Language|Sprache)$/;

test('skeletons stand in for the texts until a slow answer comes', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/locales/de', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/home');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  await page.getByLabel(language).selectOption('Deutsch');
  await expect(title.locator('[aria-busy=true]').first()).toBeVisible();
  await expect(page.getByRole('main').locator('div[aria-busy=true]').first()).toBeVisible();
  await expect(page.getByText(text('home.header.start'))).toHaveCSS('opacity', '0');
  // Unseen, not unheard: what can be pressed has its name all along.
  await expect(page.getByRole('link', { name: text('header.links.contact') })).toBeVisible();
  held.resolve();
  await expect(title).toContainText(text('home.header.accent', 'de'));
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(
    page.getByRole('navigation', { name: text('header.navigation', 'de') }),
  ).toBeVisible();
});

test.describe('when the texts of the other language cannot be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource.*503/] });

  test('the old language stays and a hint says so', async ({ page }) => {
    await page.goto('/home');
    await page.route('**/api/locales/de', (route) => route.fulfill({ status: 503 }));
    await page.getByLabel(language).selectOption('de');
    await expect(page.getByText(text('notices.languageFailed')).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(text('home.header.accent'));
    await expect(page.getByLabel(language)).toHaveValue('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.unroute('**/api/locales/de');
    await page.getByLabel(language).selectOption('de');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      text('home.header.accent', 'de'),
    );
  });
});

test('a hurried visitor gets the last choice, whichever answer comes last', async ({ page }) => {
  await page.goto('/home');
  const english = page.waitForResponse('**/api/locales/en');
  await page.route('**/api/locales/de', async (route) => {
    await english;
    await route.continue();
  });
  const german = page.waitForResponse('**/api/locales/de');
  await page.getByLabel(language).selectOption('de');
  await page.getByLabel(language).selectOption('en');
  await (await german).finished();
  // Until the page has made of it what it will.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text('home.header.accent'));
  await expect(page.getByLabel(language)).toHaveValue('en');
});

test('the wrong theme never flashes: the document is painted in the stored one', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  // Without its scripts the page cannot go beyond what the document itself paints.
  await page.route('**/*.mjs', () => {});
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('body')).toHaveCSS(
    'background-color',
    colorOf('light', '--background'),
  );
});

test('the last frame of another theme is in that theme', async ({ page }) => {
  await page.goto('/contact');
  await page.evaluate(stopAtEnd);
  const last = await brightness(page);
  await page.reload();
  expect(last).toBeCloseTo(await brightness(page), -1);
});

/** Runs in the page: chooses the light theme; its transition stands still at the very end. */
async function stopAtEnd(): Promise<void> {
  const select = document.querySelector('select[name=theme]') as HTMLSelectElement;
  select.value = 'light';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  const laid = () =>
    document
      .getAnimations()
      .filter(({ effect }) => (effect as KeyframeEffect)?.pseudoElement?.includes('transition'));
  while (laid().length === 0) await new Promise(requestAnimationFrame);
  for (const animation of laid()) {
    animation.pause();
    animation.currentTime = Number(animation.effect?.getComputedTiming().endTime);
  }
}

/** How bright the lower half of the window is, of 255. */
async function brightness(page: Page): Promise<number> {
  const clip = { x: 0, y: 400, width: 1280, height: 400 };
  const { channels } = await sharp(await page.screenshot({ clip, animations: 'allow' })).stats();
  return channels[0]?.mean ?? 0;
}

test('the page before stands still until the new texts can be seen, however long that takes', async ({
  page,
}) => {
  // A computer that takes its time from one frame to the next while the texts change.
  await page.addInitScript(() => {
    const frame = requestAnimationFrame;
    globalThis.requestAnimationFrame = (act) => {
      const isSlow = document.documentElement.dataset.texts !== undefined;
      return isSlow ? Number(setTimeout(() => frame(act), 250)) : frame(act);
    };
  });
  await page.goto('/portfolio');
  const least = page.evaluate(leastSeenOfOld);
  await page.getByLabel(language).selectOption('de');
  expect(await least).toBe(1);
  await expect(page.getByText(text('portfolio.lead', 'de').slice(-20))).toBeVisible();
});

/** Runs in the page: how much is left of the page before, until the new texts can be seen. */
function leastSeenOfOld(): Promise<number> {
  const root = document.documentElement;
  let least: number | undefined;
  return new Promise((done) => {
    const looking = setInterval(() => {
      const seen = getComputedStyle(root, '::view-transition-old(root)').opacity;
      if (root.dataset.texts && seen) least = Math.min(least ?? 1, Number(seen));
      if (root.dataset.texts || least === undefined) return;
      clearInterval(looking);
      done(least);
    }, 10);
  });
}

test('a picture with a file for each language stays until that of the other has come', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(/website.*-de-.*(avif|webp)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/portfolio');
  const pictures = page.getByRole('article').first().locator('ul img:visible');
  await pictures.first().scrollIntoViewIfNeeded();
  const busy = pictures.and(page.locator('[aria-busy]'));
  await expect(busy).toHaveCount(0);
  await page.getByLabel(language).selectOption('de');
  await expect(page.getByText(text('portfolio.end', 'de').slice(0, 20))).toBeVisible();
  await expect(pictures.first()).toHaveAttribute('src', /-de-/);
  await expect(busy).toHaveCount(0);
  held.resolve();
});

test('the bars of the browser have the colour of the theme; the choices of phones need no zoom', async ({
  page,
}) => {
  const bars = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    );
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  await page.goto('/home');
  expect(await bars()).toEqual(['#f5f5f5']);
  await page.getByLabel('Theme').selectOption('dark');
  await expect.poll(bars).toEqual(['#001529']);
  for (const select of await page.getByRole('combobox').all())
    await expect(select).toHaveCSS('font-size', '16px');
  const chosen = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body, '::selection');
    return [color, backgroundColor, getComputedStyle(document.documentElement).scrollbarColor];
  });
  expect(chosen).toEqual([
    colorOf('dark', '--button-text'),
    colorOf('dark', '--button'),
    expect.not.stringContaining('auto'),
  ]);
});

test('a font that came too late for the page is taken on with the next one, without a shift', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/outfit.woff2', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.addInitScript(watchShifts);
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.locator('html[data-ready]')).toBeAttached();
  const fonts = async () => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('DOM.enable');
    await cdp.send('CSS.enable');
    const { root } = await cdp.send('DOM.getDocument');
    const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
    const { fonts: used } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
    return used.map(({ familyName }) => familyName).join();
  };
  held.resolve();
  await page.evaluate(() => document.fonts.ready);
  expect(await fonts()).not.toContain('Outfit');
  const others = ['Portfolio', 'Home'];
  // Once the section is there as well: before, the page that comes is not seen to take its place.
  await expect(async () => {
    const [, next = ''] = others.reverse();
    await page.getByRole('banner').getByRole('link', { name: next }).click();
    await expect(page).toHaveURL(`/${next.toLowerCase()}`);
    expect(await fonts()).toContain('Outfit');
  }).toPass();
  expect(await page.evaluate(() => globalThis.seenShifts)).toEqual([]);
});
