import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import { contactForm } from './peers/contact-form.ts';
import { expect, test } from './peers/fixtures.ts';

const pages = ['/home', '/portfolio', '/contact', '/no-such-page'];
const windows = {
  'a computer': { width: 1440, height: 900 },
  'a square window': { width: 1000, height: 900 },
  'a phone': { width: 390, height: 844 },
  'a small phone': { width: 320, height: 640 },
};
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

test.use({ expectedErrors: [/no-such-page|api\/contact/] });

/** WCAG 2.2 AA and the best practices; nothing moves, so that no colour is half-way. */
async function expectNoViolation(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found, state).toEqual([]);
}

for (const colorScheme of ['dark', 'light'] as const)
  for (const [device, viewport] of Object.entries(windows))
    test(`axe finds nothing on ${device}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(viewport);
      for (const path of pages) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolation(page, path);
      }
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) {
        await menu.click();
        await expectNoViolation(page, 'the menu is open');
      }
      await page.goto('/contact');
      await page.getByRole('button', { name: 'Copy the phone number' }).hover();
      await expect(page.getByRole('tooltip')).toBeVisible();
      await expectNoViolation(page, 'a tooltip is shown');
      await page.goto('/home');
      await page
        .getByRole('button', { name: /^Enlarge/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
      await expectNoViolation(page, 'a picture is open');
    });

const hints: Record<string, (route: Route) => Promise<void>> = {
  // Never answered: the message stays on its way.
  loading: async () => {},
  success: (route) => route.fulfill({ json: true }),
  warning: (route) => route.fulfill({ contentType: 'application/json', body: 'false' }),
  error: (route) => route.fulfill({ status: 500, json: {} }),
};

for (const colorScheme of ['dark', 'light'] as const)
  test(`axe finds nothing with a hint of any kind, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(windows['a small phone']);
    for (const [kind, answer] of Object.entries(hints)) {
      await page.unroute('**/api/contact');
      await page.route('**/api/contact', answer);
      await page.goto('/contact');
      const form = contactForm(page);
      await form.fill({ email: 'zoe@example.org', message: kind });
      await form.send.click();
      await expect(page.locator(`[data-kind=${kind}]`)).toBeVisible();
      await expectNoViolation(page, kind);
    }
  });
