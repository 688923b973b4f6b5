import type { Page } from '@playwright/test';
import owner from '../kit/owner.json' with { type: 'json' };
import { expect, test } from './fixtures/fixtures.ts';

const widths = [320, 360, 420, 480, 575, 576, 640, 720, 799, 800, 860, 1000, 1280, 2000];
const ratios = [2.2, 4 / 3, 1, 3 / 4, 0.5];

/** What is wrong with the header at the window's size, in words. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('#root > header') as HTMLElement;
    const root = document.documentElement;
    const edge = bar.getBoundingClientRect();
    const shown = [...bar.querySelectorAll('*')].filter(
      (part) => !part.closest(':popover-open') && part.getBoundingClientRect().width > 0,
    );
    const isOutside = ({ left, right, top, bottom }: DOMRect) =>
      left < edge.left || right > edge.right + 0.5 || top < -0.5 || bottom > edge.bottom + 0.5;
    const outside = shown.filter((part) => isOutside(part.getBoundingClientRect()));
    const cut = shown.filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0);
    const targets = shown
      .filter((part) => part.matches('a, button, select'))
      .map((part) => (part.matches('select') ? (part.parentElement as HTMLElement) : part));
    const low = targets.filter((target) => target.getBoundingClientRect().height < 44);
    const [before = 0, after = 0] = [...bar.querySelectorAll('div > span:empty')].map(
      (line) => line.getBoundingClientRect().width,
    );
    const middleOf = ({ left, right }: DOMRect) => (left + right) / 2;
    // In one row the name stands between its lines, where it has any, in the middle of the window.
    const line = bar.querySelector('div > span:empty');
    const isBetween = innerWidth >= 576 && line && line.getClientRects().length > 0;
    const name = isBetween ? line.parentElement : null;
    const aside = name ? middleOf(name.getBoundingClientRect()) - middleOf(edge) : 0;
    return [
      ...(edge.height === 64 ? [] : [`${edge.height} px high`]),
      ...(root.scrollWidth <= root.clientWidth ? [] : [`page ${root.scrollWidth} px wide`]),
      ...outside.map((part) => `outside: ${part.tagName} ${part.textContent}`),
      ...cut.map((part) => `cut: ${part.tagName} ${part.textContent}`),
      ...low.map((target) => `lower than 44 px: ${target.textContent}`),
      ...(Math.abs(aside) < 1 ? [] : [`the name ${aside} px aside`]),
      ...(Math.abs(before - after) < 1 ? [] : [`lines of ${before} and ${after} px`]),
    ];
  });
}

for (const locale of ['en-GB', 'de-DE'])
  test.describe(locale, () => {
    test.use({ locale });

    test('64 px high, nothing outside, nothing cut and no target below 44 px, from 320 to 2000 px in every ratio', async ({
      page,
    }) => {
      await page.goto('/contact');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const ratio of ratios)
        for (const width of widths) {
          await page.setViewportSize({ width, height: Math.round(width / ratio) });
          // One frame for the layout, one for what React shows by the new ratio.
          await page.evaluate(
            () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
          );
          expect(await faultsOf(page), `${width} px at ${ratio}`).toEqual([]);
        }
    });
  });

test('a name that is too long for one line of a phone has two, and is not cut', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  const name = page.getByRole('banner').getByText(owner.name, { exact: true });
  const hidden = await name.evaluate((element) => {
    element.textContent = 'Marguerite Beaumont-Lefèvre';
    return element.scrollHeight - element.clientHeight;
  });
  expect(hidden).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
});

test('the layout follows the window at exactly 4/3 and 3/4', async ({ page }) => {
  const menu = page.getByRole('button', { name: 'Menu' });
  await page.setViewportSize({ width: 601, height: 800 });
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(menu).toBeHidden();
});
