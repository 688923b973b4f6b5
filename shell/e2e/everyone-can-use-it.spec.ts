import type { Page, Route } from '@playwright/test';
import { bringAxe, expectNoViolation } from './fixtures/axe.ts';
import { contactForm } from './fixtures/contact-form.ts';
import { projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { releaseNewWords } from './fixtures/new-words.ts';
import { idOf } from './fixtures/release-files.ts';
import { text } from './fixtures/text.ts';

const pages = ['/home', '/portfolio', '/contact', '/no-such-page'];

// What is asked for in vain here: a page, texts, a section, and to send a message.
test.use({ expectedErrors: [/no-such-page|api\/(contact|locales)|remoteEntry/] });
test.beforeEach(({ page }) => bringAxe(page));

const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

/** Only small windows have one. */
async function openMenu(page: Page, locale = 'en'): Promise<boolean> {
  const opener = page.getByRole('button', { name: text('header.menu', locale), exact: true });
  if (!(await opener.isVisible())) return false;
  if (!(await page.locator('[popover=auto]').isVisible())) await opener.click();
  return true;
}

for (const locale of ['en', 'de'])
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    for (const path of pages)
      test(`axe finds nothing on ${path}, ${locale}`, async ({ page }) => {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await heading(page);
        await expectNoViolation(page, path);
        await expectNoViolation(page, 'the menu is open', () => openMenu(page, locale));
      });
  });

for (const path of pages)
  test(`axe finds nothing on ${path} in a preview, and while a language loads`, async ({
    page,
    site,
  }) => {
    await page.goto(`${path}?preview=home@${await idOf(site, 'home')}`);
    await expect(page.getByRole('complementary')).toBeVisible();
    await expectNoViolation(page, 'with the badge');
    await page.route('**/api/locales/de*', () => {});
    await page.getByLabel('Language').selectOption('de');
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible();
    await expectNoViolation(page, 'while a language loads');
  });

for (const [path, role, name] of [
  ['/contact', 'button', text('contact.findMe.copyPhone')],
  ...projects
    .flatMap(({ externalLinks }) => externalLinks.slice(0, 1))
    .slice(0, 1)
    .map((link) => ['/portfolio', 'link', text(link.text)] as const),
] as const)
  test(`axe finds nothing with a tooltip on ${path}`, async ({ page }) => {
    await page.goto(path);
    await expectNoViolation(page, path, async () => {
      await page.mouse.move(0, 0);
      await page.getByRole(role, { name }).first().hover();
      await expect(page.getByRole('tooltip')).toBeVisible();
    });
  });

test('axe finds nothing on the other tabs', async ({ page }) => {
  await page.goto('/portfolio');
  for (const tab of await page.getByRole('tab', { name: text('portfolio.tabs.tech') }).all())
    await tab.click();
  await expectNoViolation(page, 'the tabs about technology');
});

for (const path of ['/home', '/portfolio'])
  test(`axe finds nothing with a picture open on ${path}`, async ({ page }) => {
    await page.goto(path);
    await page
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    await expectNoViolation(page, path);
  });

test('axe finds nothing when a section cannot be loaded', async ({ page }) => {
  await page.route('**/releases/home/*/remoteEntry*', (route) => route.abort());
  await page.goto('/home');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolation(page, 'a section');
});

/** A hint stays while its reader looks at another window. */
async function expectNoViolationWith(page: Page, kind: string): Promise<void> {
  await expect(page.locator(`[data-kind=${kind}]`)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expectNoViolation(page, `${kind} on ${page.url()}`);
  await expect(page.locator(`[data-kind=${kind}]`)).toBeVisible();
}

const outcomes: Record<string, { email: string; answer: (route: Route) => unknown }> = {
  // Never answered: the message stays on its way.
  loading: { email: 'zoe@example.org', answer: () => {} },
  success: { email: 'zoe@example.org', answer: (route) => route.continue() },
  warning: {
    email: 'zoe@example.org',
    answer: (route) => route.fulfill({ contentType: 'application/json', body: 'false' }),
  },
  error: { email: 'zoe@', answer: (route) => route.continue() },
};

for (const [kind, { email, answer }] of Object.entries(outcomes))
  test(`axe finds nothing with a hint of ${kind}`, async ({ page }) => {
    test.slow();
    await page.route('**/api/contact', answer);
    await page.goto('/no-such-page');
    await page.getByRole('link', { name: 'Contact' }).click();
    const form = contactForm(page);
    await form.fill({ email, message: kind });
    await form.email.press('Enter');
    await expectNoViolationWith(page, kind);
    // Every kind stands in the same place: one goes along from page to page.
    if (kind !== 'loading') return;
    for (const name of ['Home', 'Portfolio']) {
      await page.getByRole('banner').getByRole('link', { name }).click();
      await heading(page);
      await expectNoViolationWith(page, kind);
    }
    while (!page.url().endsWith('/no-such-page')) await page.goBack();
    await heading(page);
    await expectNoViolationWith(page, kind);
  });

test('axe finds nothing with a hint of info, after a deploy', async ({ page, ownSite }) => {
  test.slow();
  await page.goto(`${ownSite.url}/no-such-page`);
  await heading(page);
  await releaseNewWords(ownSite);
  await page.getByRole('link', { name: 'Contact' }).click();
  await expectNoViolationWith(page, 'info');
});
