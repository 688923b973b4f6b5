import { expect, test } from './fixtures/fixtures.ts';
import { markDocument } from './fixtures/requests.ts';
import { otherLanguage, text } from './fixtures/text.ts';

// `engines/` tests every action of every page offline.
test.use({ reducedMotion: 'reduce', expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('what was requested offline is loaded later', async ({ page, context, header, heading }) => {
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
