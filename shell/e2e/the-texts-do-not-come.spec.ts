import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { otherLanguage, text } from './fixtures/text.ts';

// A page that is in the document shows the texts it was made with; this one the app makes.
test.use({ prerender: 'off', expectedErrors: [/Failed to load resource/] });

for (const locale of ['en', otherLanguage])
  test.describe(() => {
    test.use({ locale });

    test(`a page says so in the visitor’s language (${locale}), and tries again`, async ({
      page,
      heading,
    }) => {
      const call = `**/api/locales/${locale}`;
      await page.route(call, (route) => route.fulfill({ status: 500, body: 'no' }));
      await page.goto('/home');
      const notice = page.getByRole('alert');
      await expect(notice).toContainText(text('site.lost', locale));
      const again = notice.getByRole('button', { name: text('notices.retry', locale) });
      await again.click();
      await expect(again).toBeEnabled();
      await expect(notice).toBeInViewport({ ratio: 1 });
      await expectNoViolation(page, 'no texts');
      await page.unroute(call);
      await again.click();
      await expect(heading).toContainText(text('home.header.accent', locale));
      await expect(notice).toBeHidden();
    });
  });

test('a page is empty until the texts come; after 8 s that is a failure, and trying again asks anew', async ({
  page,
  heading,
}) => {
  await page.route('**/api/locales/en', () => {});
  const isRequested = page.waitForRequest('**/api/locales/en');
  await page.clock.install();
  // By the page's own clock: a slow machine is no slow site.
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto('/home', { waitUntil: 'commit' });
  await isRequested;
  // The app is loaded by then.
  const isLoaded = () => page.evaluate(() => document.adoptedStyleSheets.length > 0);
  await expect.poll(isLoaded).toBe(true);
  await page.clock.runFor(7900);
  await expect(page.locator('#root')).toBeEmpty();
  await page.clock.runFor(200);
  await expect(page.getByText(text('site.lost'))).toBeVisible();
  await page.unroute('**/api/locales/en');
  await page.getByRole('button', { name: text('notices.retry') }).click();
  await page.clock.resume();
  await expect(heading).toContainText(text('home.header.accent'));
});
