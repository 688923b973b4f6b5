import type { Page } from '@playwright/test';
import { colorOf } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';

const dark = colorOf('dark', '--background');
const light = colorOf('light', '--background');

function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

test('the theme follows the system, also while the page is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home');
  await expect(page.getByLabel('Theme')).toHaveValue('light');
  expect(await backgroundOf(page)).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByLabel('Theme')).toHaveValue('dark');
  expect(await backgroundOf(page)).toBe(dark);
});

test('the wrong theme never flashes: the document is painted in the stored one', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  // Without its scripts the page cannot go beyond what the document itself paints.
  await page.route('**/*.mjs', () => {});
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await backgroundOf(page)).toBe(light);
});
