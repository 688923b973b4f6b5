import { expectNoViolation } from './fixtures/axe.ts';
import { projectThat } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { watchShifts } from './fixtures/shifts.ts';
import { otherLanguage, text } from './fixtures/text.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

for (const locale of ['en', otherLanguage])
  test.describe(() => {
    test.use({ locale });

    test(`a page shows a notice in the visitor’s language (${locale}), and a retry keeps what is typed`, async ({
      page,
      heading,
      form,
    }) => {
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
  });

test('a story whose words come late shifts nothing', async ({ page, heading }) => {
  const { slug } = projectThat('a story', ({ story }) => story !== undefined);
  await page.addInitScript(watchShifts);
  await page.route(/\/pages\/.*\.json$/, async (call) => {
    await new Promise((done) => setTimeout(done, 700));
    await call.continue();
  });
  await page.goto(`/portfolio/${slug}`);
  await expect(heading).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => globalThis.seenShifts)).toEqual([]);
});
