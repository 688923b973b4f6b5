import owner from '../kit/owner.json' with { type: 'json' };
import { expect, test } from './fixtures/fixtures.ts';
import { saying, text } from './fixtures/text.ts';

test.describe('with a browser that lets pages copy', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('number and address can be copied, and the page says so', async ({ page }) => {
    await page.goto('/contact');
    for (const [name, value] of [
      [text('contact.findMe.copyPhone'), owner.phone],
      [text('contact.findMe.copyEmail'), owner.email],
    ] as const) {
      await expect(page.getByRole('link', { name: value, exact: true })).toBeVisible();
      await page.getByRole('button', { name }).click();
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()), name)
        .toBe(value);
      await expect(page.locator('[data-kind=success]')).toContainText(text('contact.hints.copied'));
      await expect(page.locator('[data-kind]')).toHaveCount(1);
    }
  });
});

test('a browser that refuses to copy is no dead end', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('No'));
  });
  await page.goto('/contact');
  await page.getByRole('button', { name: text('contact.findMe.copyPhone') }).click();
  await expect(page.locator('[data-kind=error]')).toContainText(text('contact.hints.copyRefused'));
});

test('the number is dialled, the address opens a mail, the profiles open new tabs; a tooltip explains each, until Escape', async ({
  page,
}) => {
  await page.goto('/contact');
  const links = page.getByRole('region', { name: text('contact.findMe.title') }).getByRole('link');
  await expect(links).toHaveCount(4);
  const dialled = owner.phone.replaceAll(' ', '');
  const targets = [`tel:${dialled}`, `mailto:${owner.email}`, owner.gameProfile, owner.codeProfile];
  const tooltips = ['phone', 'email', 'games', 'code'].map((way) => `contact.findMe.${way}Tooltip`);
  for (const [index, target] of targets.entries()) {
    const link = links.nth(index);
    await expect(link).toHaveAttribute('href', target);
    if (target.startsWith('https:')) {
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
      await expect(link).toHaveAccessibleName(saying(text('links.newTab')));
    }
    await link.focus();
    const tooltip = text(String(tooltips[index]));
    await expect(page.getByRole('tooltip')).toHaveText(tooltip);
    await expect(link).toHaveAccessibleDescription(tooltip);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toBeHidden();
    await expect(link).toBeFocused();
  }
});
