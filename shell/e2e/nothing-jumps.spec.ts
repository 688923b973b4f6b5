import type { Locator, Page } from '@playwright/test';
import { paths, sections } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { watchShifts } from './fixtures/shifts.ts';
import { otherLanguage } from './fixtures/text.ts';

test.beforeEach(async ({ page }) => {
  // A font that arrives 50 to 100 ms after the first layout moves words: whether it does is a machine's speed,
  // so the browser has it already.
  await page.goto('/contact');
  await page.evaluate(async () => void (await document.fonts.ready));
  await page.addInitScript(watchShifts);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 412, height: 823 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('every page loads, and changes language and theme, without a layout shift', async ({
      page,
      header,
    }) => {
      // By script: browsers exempt shifts within half a second after a click.
      const choose = async (choice: Locator, value: string) => {
        await choice.selectOption(value);
        await stillness(page);
      };
      for (const path of paths) {
        await page.goto(path);
        await stillness(page);
        await choose(header.language, otherLanguage);
        await choose(header.theme, 'light');
        await choose(header.language, 'en');
        await choose(header.theme, 'dark');
        expect(await page.evaluate(() => globalThis.seenShifts), path).toEqual([]);
      }
    });

    test('a visit of all sections causes no layout shift', async ({ page, header }) => {
      await page.goto('/home');
      await stillness(page);
      for (const { name, path } of sections.toReversed()) {
        if (await header.menu.isVisible()) await header.menu.click();
        await header.link(name).click();
        await expect(page).toHaveURL(path);
        await stillness(page);
      }
      expect(await page.evaluate(() => globalThis.seenShifts)).toEqual([]);
    });
  });

/** The texts are loaded and no animation runs; skeletons of pictures further down may. */
async function stillness(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('load');
  await expect(page.locator('h1 [aria-busy=true]')).toHaveCount(0);
  await expect.poll(() => page.evaluate(isStill)).toBe(true);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

function isStill(): boolean {
  // Scroll-driven animations, such as the wall's, never end.
  const isOver = ({ effect, playState, timeline }: Animation) =>
    playState === 'finished' ||
    timeline !== document.timeline ||
    effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
  return !document.documentElement.dataset.change && document.getAnimations().every(isOver);
}
