import { colorOf } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const language = /^(Language|Sprache)$/;

test('skeletons stand in for the texts until a slow answer comes', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/locales/de', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/home');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  await page.getByLabel(language).selectOption('Deutsch');
  await expect(title.locator('[aria-busy=true]').first()).toBeVisible();
  await expect(page.getByRole('main').locator('div[aria-busy=true]').first()).toBeVisible();
  await expect(page.getByText(text('home.header.start'))).toHaveCSS('opacity', '0');
  // Unseen, not unheard: what can be pressed has its name all along.
  await expect(page.getByRole('link', { name: text('header.links.contact') })).toBeVisible();
  held.resolve();
  await expect(title).toContainText(text('home.header.accent', 'de'));
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(
    page.getByRole('navigation', { name: text('header.navigation', 'de') }),
  ).toBeVisible();
});

test.describe('when the texts of the other language cannot be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource.*503/] });

  test('the old language stays and a hint says so', async ({ page }) => {
    await page.goto('/home');
    await page.route('**/api/locales/de', (route) => route.fulfill({ status: 503 }));
    await page.getByLabel(language).selectOption('de');
    await expect(page.getByText(text('notices.languageFailed')).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(text('home.header.accent'));
    await expect(page.getByLabel(language)).toHaveValue('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.unroute('**/api/locales/de');
    await page.getByLabel(language).selectOption('de');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      text('home.header.accent', 'de'),
    );
  });
});

test('a hurried visitor gets the last choice, whichever answer comes last', async ({ page }) => {
  await page.goto('/home');
  const english = page.waitForResponse('**/api/locales/en');
  await page.route('**/api/locales/de', async (route) => {
    await english;
    await route.continue();
  });
  const german = page.waitForResponse('**/api/locales/de');
  await page.getByLabel(language).selectOption('de');
  await page.getByLabel(language).selectOption('en');
  await (await german).finished();
  // Until the page has made of it what it will.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text('home.header.accent'));
  await expect(page.getByLabel(language)).toHaveValue('en');
});

test('the wrong theme never flashes: the document is painted in the stored one', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  // Without its scripts the page cannot go beyond what the document itself paints.
  await page.route('**/*.mjs', () => {});
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('body')).toHaveCSS(
    'background-color',
    colorOf('light', '--background'),
  );
});
