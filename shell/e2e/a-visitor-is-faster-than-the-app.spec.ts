import { expect, test } from './fixtures/fixtures.ts';
import { openWithoutScripts } from './fixtures/requests.ts';
import { otherLanguage } from './fixtures/text.ts';

test('a language chosen early keeps what was typed', async ({ page, header, form, context }) => {
  const scripts = await openWithoutScripts(page, '/contact?language=en');
  await form.fill({ firstName: 'Anke', message: 'Chosen before it came' });
  // Password managers fill fields without an event.
  await form.email.evaluate((field: HTMLInputElement) => {
    field.value = 'anke@example';
  });
  await header.language.selectOption(otherLanguage);
  await expect(page.locator('html')).toHaveAttribute('lang', otherLanguage);
  await expect(page).toHaveURL('/contact');
  const cookie = { name: 'language', value: otherLanguage, sameSite: 'Lax' };
  expect(await context.cookies()).toMatchObject([cookie]);
  await form.lastName.focus();
  await page.keyboard.type('Elk');
  await scripts.release();
  await page.keyboard.type('e');
  await expect(form.firstName).toHaveValue('Anke');
  await expect(form.lastName).toHaveValue('Elke');
  await expect(form.email).toHaveValue('anke@example');
  await expect(form.email).toHaveAttribute('aria-invalid', 'true');
  await expect(form.message).toHaveValue('Chosen before it came');
});

test('on a phone an open menu stays open, and its links work', async ({ page, header }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  const scripts = await openWithoutScripts(page, '/home');
  await header.menu.click();
  await expect(header.link('contact')).toBeVisible();
  await scripts.release();
  await expect(header.link('contact')).toBeVisible();
  await header.link('contact').click();
  await expect(page).toHaveURL('/contact');
});
