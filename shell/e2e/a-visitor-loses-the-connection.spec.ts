import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { markDocument } from './fixtures/requests.ts';
import { otherLanguage, text } from './fixtures/text.ts';

// The browser logs failed requests. `engines/` tests every action of every page offline.
test.use({ expectedErrors: [/./] });

test('a section or language requested offline is loaded when the connection is back, or when it is requested again', async ({
  page,
  context,
  header,
  heading,
}) => {
  const failed = page.getByRole('alert').filter({ hasText: text('notices.sectionFailed.title') });
  await page.goto('/home');
  const isSameDocument = await markDocument(page);
  await context.setOffline(true);
  await header.link('portfolio').click();
  await expect(failed).toBeVisible();
  await header.link('contact').click();
  await expect(page).toHaveTitle(new RegExp(text('contact.document.title')));
  await expect(failed).toBeVisible();
  await header.language.selectOption(otherLanguage);
  await expect(page.getByText(text('notices.languageFailed')).first()).toBeVisible();
  await context.setOffline(false);
  await expect(heading).toHaveText(text('contact.title'));
  await header.link('portfolio').click();
  await expect(heading).toHaveText(text('portfolio.title'));
  await header.language.selectOption(otherLanguage);
  await expect(page.getByText(text('portfolio.end', otherLanguage).slice(0, 20))).toBeVisible();
  expect(await isSameDocument()).toBe(true);
});

test('a prerendered page stays when no texts arrive, shows a notice in view, and retries in place', async ({
  page,
  header,
  form,
}) => {
  await page.route('**/api/locales/en?*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/contact');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(text('site.lost'));
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('main')).toHaveCount(1);
  await expectNoViolation(page, 'a page whose texts do not come', () =>
    expect(notice).toBeInViewport({ ratio: 1 }),
  );

  await form.fill({ firstName: 'Zoë', email: 'zoe@example.org', message: 'Typed meanwhile' });
  const again = notice.getByRole('button', { name: text('notices.retry') });
  const texts = page.waitForResponse('**/api/locales/en?*');
  await again.click();
  await texts;
  await expect(again).toBeEnabled();
  await page.unroute('**/api/locales/en?*');
  await again.click();
  await expect(notice).toBeHidden();
  await expect(header.theme).toBeVisible();
  await expect(form.message).toHaveValue('Typed meanwhile');
});
