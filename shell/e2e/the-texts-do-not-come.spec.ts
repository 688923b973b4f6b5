import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { otherLanguage, text } from './fixtures/text.ts';

const locale = otherLanguage;
test.use({ locale, reducedMotion: 'reduce', expectedErrors: [/Failed to load resource/] });

test('a notice in the language of the visitor offers a retry', async ({ page, heading, form }) => {
  const call = `**/api/locales/${locale}?*`;
  await page.route(call, (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/contact');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(text('site.lost', locale));
  const again = notice.getByRole('button', { name: text('notices.retry', locale) });
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expectNoViolation(page, 'no texts');
  await form.fill({ message: 'Typed meanwhile' });
  await Promise.all([page.waitForEvent('load'), again.click()]);
  await expect(notice).toBeVisible();
  await expect(form.message).toHaveValue('Typed meanwhile');
  await page.unroute(call);
  await again.click();
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await expect(heading).toHaveText(text('contact.title', locale));
  await expect(notice).toBeHidden();
  await expect(form.message).toHaveValue('Typed meanwhile');
});
