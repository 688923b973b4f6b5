import type { Page } from '@playwright/test';
import { colorOf } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
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
  const picture = await page.screenshot({ animations: 'allow' });
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const { width, height } = bitmap;
      const canvas = new OffscreenCanvas(width, height);
      const brush = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      brush.drawImage(bitmap, 0, 0);
      const { data } = brush.getImageData(0, height / 2, width, height / 2);
      return data.reduce((sum, value) => sum + value, 0) / data.length;
    },
    [...picture],
  );
}
