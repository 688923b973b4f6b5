import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test('an address with capitals or encoded letters leads to its page', async ({ page, baseURL }) => {
  for (const [written, path, title] of [
    ['/%63ontact?a=b#leave-message', '/contact?a=b#leave-message', 'contact.title'],
    ['/Portfolio/', '/portfolio', 'portfolio.title'],
  ] as const)
    await test.step(written, async () => {
      await page.goto(written);
      await expect(page).toHaveURL(baseURL + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text(title));
      await expect(page.locator('html')).toHaveAttribute('data-ready', '');
    });
});
