import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const aims: Record<string, (tab: Locator) => Promise<void>> = {
  'the pointer': (tab) => tab.hover(),
  'the keyboard': (tab) => tab.focus(),
};

for (const [how, aim] of Object.entries(aims))
  test(`a section is loaded while ${how} aims at its tab, and opens at the click`, async ({
    page,
    context,
  }) => {
    await page.goto('/home');
    const tab = page.getByRole('navigation').getByRole('link', { name: 'Portfolio' });
    await expect(tab).toBeVisible();
    const loaded = scriptOf(page, 'portfolio');
    await aim(tab);
    await loaded;
    await context.route('**/*.mjs', (route) => route.abort());
    await tab.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('portfolio.title'));
  });

async function scriptOf(page: Page, section: string): Promise<void> {
  const response = await page.waitForResponse(new RegExp(`/releases/${section}/.*\\.mjs$`));
  await response.finished();
}
