import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/fixtures.ts';
import { watchShifts } from './fixtures/shifts.ts';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 412, height: 823 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('every page loads, and changes language and theme, without a layout shift', async ({
      page,
    }) => {
      await page.addInitScript(watchShifts);
      for (const path of ['/home', '/portfolio', '/contact']) {
        await page.goto(path);
        await stillness(page);
        await choose(page, /^Language$/, 'de');
        await choose(page, /^(Theme|Farbschema)$/, 'light');
        await choose(page, /^Sprache$/, 'en');
        await choose(page, /^Theme$/, 'dark');
        expect(await page.evaluate(() => globalThis.seenShifts), path).toEqual([]);
      }
    });

    test('so do the sections, one after the other', async ({ page }) => {
      await page.addInitScript(watchShifts);
      await page.goto('/home');
      await stillness(page);
      for (const name of ['Portfolio', 'Contact', 'Home']) {
        const menu = page.getByRole('button', { name: 'Menu', exact: true });
        if (await menu.isVisible()) await menu.click();
        await page.getByRole('banner').getByRole('link', { name }).click();
        await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
        await stillness(page);
      }
      expect(await page.evaluate(() => globalThis.seenShifts)).toEqual([]);
    });
  });

/** By script: the browser forgives what follows a visitor's own click for half a second. */
async function choose(page: Page, label: RegExp, value: string): Promise<void> {
  await page.getByLabel(label).selectOption(value);
  await stillness(page);
}

/** The texts are there, and nothing fades any more; skeletons of pictures further down go on. */
async function stillness(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('load');
  await expect(page.locator('h1 [aria-busy=true]')).toHaveCount(0);
  await expect.poll(() => page.evaluate(isStill)).toBe(true);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Runs in the page. */
function isStill(): boolean {
  // What goes by the scrolling, such as the wall, never ends.
  const isOver = ({ effect, playState, timeline }: Animation) =>
    playState === 'finished' ||
    timeline !== document.timeline ||
    effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
  return !document.documentElement.dataset.change && document.getAnimations().every(isOver);
}
