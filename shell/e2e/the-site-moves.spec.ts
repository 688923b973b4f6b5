import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const tab = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name: text(`header.links.${name}`) });

declare global {
  var seen: string[];
}

/** Runs in the page before its scripts: writes down each view transition, by its direction. */
function noteTransitions(): void {
  globalThis.seen = [];
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (options) => {
    const types = typeof options === 'object' ? options.types : null;
    globalThis.seen.push(types?.join(' ') ?? document.documentElement.dataset.change ?? '');
    return start(options);
  };
}

async function lookAround(page: Page): Promise<string[]> {
  await page.addInitScript(noteTransitions);
  await page.goto('/home');
  for (const name of ['portfolio', 'contact', 'home']) {
    await tab(page, name).click();
    await expect(page.getByRole('status')).toHaveText(text(`${name}.document.title`));
  }
  await page.getByLabel('Theme').selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  return page.evaluate(() => globalThis.seen);
}

test('pages cross in the direction of their tabs; theme and language change in sight', async ({
  page,
}) => {
  expect(await lookAround(page)).toEqual(['forward', 'forward', 'back', 'theme', 'texts']);
});

test('the page is seen while it crosses', async ({ page }) => {
  await page.goto('/home');
  await page.evaluate(() => {
    const half = new CSSStyleSheet();
    const parts = '::view-transition-old(*), ::view-transition-new(*)';
    half.replaceSync(
      `${parts} { animation-delay: -45ms !important; animation-play-state: paused !important; }`,
    );
    document.adoptedStyleSheets.push(half);
  });
  await tab(page, 'portfolio').click();
  await expect(heading(page)).toHaveText(text('portfolio.title'));
  const contrast = async () => {
    const clip = await heading(page).boundingBox();
    const seen = clip && (await sharp(await page.screenshot({ clip })).stats());
    return Math.max(...(seen?.channels.map(({ stdev }) => stdev) ?? []));
  };
  // An empty panel has none.
  await expect.poll(contrast).toBeGreaterThan(5);
});

test('without motion every change is at once: nothing has a direction or a kind', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect((await lookAround(page)).filter(Boolean)).toEqual([]);
});

test('what is chosen in the moment in which the page before is captured is heard', async ({
  page,
}) => {
  await page.goto('/home');
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (options) => {
      document.startViewTransition = start;
      // Before the browser can have its picture.
      queueMicrotask(() => {
        const choice = document.querySelector<HTMLSelectElement>('select[name=language]');
        if (choice) choice.value = 'de';
        for (const sign of ['input', 'change'])
          choice?.dispatchEvent(new Event(sign, { bubbles: true }));
      });
      return start(options);
    };
  });
  await tab(page, 'contact').click();
  await expect(page.getByLabel('Sprache')).toHaveValue('de');
  await expect(heading(page)).toHaveText(text('contact.title', 'de'));
});

test('a page is at its top in the first frame in which it is seen', async ({ page }) => {
  await page.goto('/home');
  await page.evaluate(() => {
    scrollTo(0, 600);
    globalThis.seen = [];
    const note = () => {
      const title = document.querySelector('main h1')?.textContent ?? '';
      globalThis.seen.push(`${title} ${scrollY}`);
      requestAnimationFrame(note);
    };
    note();
  });
  await tab(page, 'portfolio').click();
  await expect(heading(page)).toHaveText(text('portfolio.title'));
  const title = text('portfolio.title');
  const frames = async () => {
    const seen = await page.evaluate(() => globalThis.seen);
    return [...new Set(seen.filter((frame) => frame.startsWith(title)))];
  };
  await expect.poll(frames).toEqual([`${title} 0`]);
});

test('a section that takes long is announced at its tab; a click says at once that it counts', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/releases\/portfolio\/.*\.mjs/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/home');
  await tab(page, 'portfolio').click();
  await expect(tab(page, 'portfolio')).toHaveAttribute('aria-current', 'page');
  const coming = text('header.coming').replace('{page}', text('header.links.portfolio'));
  await expect(page.getByRole('status')).toHaveText(coming);
  await expect(heading(page)).toContainText(text('home.header.accent'));
  resolve();
  await expect(heading(page)).toHaveText(text('portfolio.title'));
  await expect(page.getByRole('status')).toHaveText(text('portfolio.document.title'));
});

test('the other wall is there before it is asked for', async ({ page }) => {
  await page.goto('/home');
  const wall = page.waitForResponse(/wall-light\.svg$/);
  await page.getByLabel('Theme').focus();
  expect((await wall).ok()).toBe(true);
});

test('the brick with a snout is the last stop, and can be pushed in and out', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/contact');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await page.getByRole('contentinfo').locator('summary').focus();
  await page.keyboard.press('Tab');
  const brick = page.getByRole('button', { name: text('site.brick') });
  await expect(brick).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(brick).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(brick).toHaveAttribute('aria-pressed', 'false');
});

test('what lies on a picture is not seen before that is in its place', async ({ page }) => {
  await page.goto('/home');
  const seen = page.evaluate(seenOnTheWay, text('portfolio.puddle.try'));
  await tab(page, 'portfolio').click();
  expect(await seen).toEqual([0]);
  const start = page.getByRole('button', { name: text('portfolio.puddle.try') }).first();
  await expect(start).toHaveCSS('opacity', '1');
});

/** Runs in the page: how much is seen of a button while the page with it comes. */
async function seenOnTheWay(words: string): Promise<number[]> {
  const seen = new Set<number>();
  const frame = () => new Promise(requestAnimationFrame);
  const isComing = () => document.documentElement.matches(':active-view-transition-type(forward)');
  while (!isComing()) await frame();
  while (isComing()) {
    const button = [...document.querySelectorAll('button')].find((it) => it.textContent === words);
    if (button) seen.add(Number(getComputedStyle(button).opacity));
    await frame();
  }
  return [...seen];
}
