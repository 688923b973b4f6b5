import { bringAxe, expectNoViolation } from './fixtures/axe.ts';
import { contactForm } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

test('a page in the document stays when no texts come, says so in sight, and tries again in place', async ({
  page,
}) => {
  await bringAxe(page);
  await page.route('**/api/locales/en', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/contact');
  const word = page.getByRole('alert');
  await expect(word).toContainText(text('site.lost'));
  await expect(word).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('main')).toHaveCount(1);
  await expectNoViolation(page, 'a page whose texts do not come', () =>
    expect(word).toBeInViewport({ ratio: 1 }),
  );

  const form = contactForm(page);
  await form.fill({ firstName: 'Zoë', email: 'zoe@example.org', message: 'Typed meanwhile' });
  const again = word.getByRole('button', { name: text('notices.retry') });
  const asked = page.waitForResponse('**/api/locales/en');
  await again.click();
  await asked;
  await expect(again).toBeEnabled();
  await page.unroute('**/api/locales/en');
  await again.click();
  await expect(word).toBeHidden();
  await expect(page.getByLabel(text('header.theme.theme'))).toBeVisible();
  await expect(form.message).toHaveValue('Typed meanwhile');
});
