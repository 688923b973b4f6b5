import { bringAxe, expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

// A page that is in the document shows the texts it was made with.
test.use({ prerender: 'off' });

test.describe('when no texts come', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  for (const locale of ['en', 'de'])
    test.describe(() => {
      test.use({ locale });

      test(`it is said in the visitor’s language (${locale}), and trying again really tries`, async ({
        page,
      }) => {
        await bringAxe(page);
        const call = `**/api/locales/${locale}`;
        await page.route(call, (route) => route.fulfill({ status: 500, body: 'no' }));
        await page.goto('/home');
        const said = page.getByRole('alert');
        await expect(said).toContainText(text('site.lost', locale));
        const again = said.getByRole('button', { name: text('notices.retry', locale) });
        await again.click();
        await expect(again).toBeEnabled();
        await expect(said).toBeInViewport({ ratio: 1 });
        await expectNoViolation(page, 'no texts');
        await page.unroute(call);
        await again.click();
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading).toContainText(text('home.header.accent', locale));
        await expect(said).toBeHidden();
      });
    });
});

test('texts that never come are a failure after 8 s, and trying again asks anew', async ({
  page,
}) => {
  let asked = 0;
  await page.route('**/api/locales/en', () => {
    asked += 1;
  });
  await page.clock.install();
  // By the page's own clock: a slow machine is no slow site.
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto('/home', { waitUntil: 'commit' });
  await expect.poll(() => asked).toBe(1);
  // The app is loaded by then.
  const isLoaded = () => page.evaluate(() => document.adoptedStyleSheets.length > 0);
  await expect.poll(isLoaded).toBe(true);
  await page.clock.runFor(7900);
  await expect(page.getByText(text('site.lost'))).toBeHidden();
  await page.clock.runFor(200);
  await expect(page.getByText(text('site.lost'))).toBeVisible();
  await page.unroute('**/api/locales/en');
  await page.getByRole('button', { name: text('notices.retry') }).click();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text('home.header.accent'));
});

test('nothing is shown before the texts are there', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/locales/en', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/locales/en');
  await page.goto('/home', { waitUntil: 'commit' });
  await asked;
  await page.waitForLoadState('domcontentloaded');
  await expect(page.locator('#root')).toBeEmpty();
  held.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
