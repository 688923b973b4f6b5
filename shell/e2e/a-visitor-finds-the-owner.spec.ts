import { owner } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { saying, text } from './fixtures/text.ts';

test.describe('with a browser that lets pages copy', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('number and address can be copied, and the page says so', async ({ page, form }) => {
    await page.goto('/contact');
    for (const [name, value] of [
      [text('contact.findMe.copyPhone'), owner.phone],
      [text('contact.findMe.copyEmail'), owner.email],
    ] as const) {
      if (value === '') continue;
      await expect(page.getByRole('link', { name: value, exact: true })).toBeVisible();
      await page.getByRole('button', { name }).click();
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(copied, name).toBe(value);
      await expect(form.hint).toContainText(text('hints.copied'));
      await expect(form.hint).toHaveAttribute('data-kind', 'success');
    }
  });
});

test('a browser that refuses to copy shows a hint', async ({ page, form }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('No'));
  });
  await page.goto('/contact');
  await page.getByRole('button', { name: text('contact.findMe.copyEmail') }).click();
  await expect(form.hint).toHaveAttribute('data-kind', 'error');
  await expect(form.hint).toContainText(text('hints.copyRefused'));
});

test('the number is dialled, the address opens a mail, the profiles open new tabs; a tooltip explains each, until Escape', async ({
  page,
}) => {
  await page.goto('/contact');
  const ways = [
    [owner.phone && `tel:${owner.phone.replaceAll(' ', '')}`, 'contact.findMe.phone'],
    [`mailto:${owner.email}`, 'contact.findMe.email'],
    ...owner.profiles.map(({ url, label }) => [url, label]),
  ].filter(([target]) => target !== '');
  const links = page.getByRole('region', { name: text('contact.findMe.title') }).getByRole('link');
  await expect(links).toHaveCount(ways.length);
  for (const [index, [target = '', way]] of ways.entries()) {
    const link = links.nth(index);
    await expect(link).toHaveAttribute('href', target);
    if (target.startsWith('https:')) {
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer me');
      await expect(link).toHaveAccessibleName(saying(text('links.newTab')));
    }
    await link.focus();
    const tooltip = text(`${way}Tooltip`);
    await expect(page.getByRole('tooltip')).toHaveText(tooltip);
    await expect(link).toHaveAccessibleDescription(tooltip);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toBeHidden();
    await expect(link).toBeFocused();
  }
});
