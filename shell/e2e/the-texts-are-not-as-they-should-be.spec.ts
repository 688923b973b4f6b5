import type { Page } from '@playwright/test';
import { dump, load } from 'js-yaml';
import { bringAxe, expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

// A page that is in the document shows the texts it was made with.
test.use({ prerender: 'off' });

/** Answers the locale call with other texts, in YAML as people write it. */
async function changeTexts(page: Page, change: (texts: Texts) => void): Promise<void> {
  await page.route('**/api/locales/en', async (route) => {
    const response = await route.fetch();
    const texts = load(await response.text()) as Texts;
    change(texts);
    await route.fulfill({ response, body: dump(texts) });
  });
}

interface Texts {
  header: { links: Record<string, unknown> };
  home: { header: object; mascot: object; games: object };
}

test('a text that is missing shows its key path, and so does a subtree', async ({ page }) => {
  await changeTexts(page, ({ header: { links } }) => {
    delete links.portfolio;
    links.contact = { deeper: 'text' };
  });
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'header.links.portfolio' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'header.links.contact' })).toBeVisible();
});

test('texts are shown as written: nothing is interpolated, raw HTML is inert', async ({ page }) => {
  const words =
    '<b id="raw">raw</b> [bad](javascript:alert) [good](https://example.com) [mail](mailto:a@example.com)';
  await changeTexts(page, ({ home }) => {
    Object.assign(home.header, { start: 'A {{name}} and $t(header.menu)' });
    Object.assign(home.mascot, { note: 'plain' });
    Object.assign(home.games, { text: words });
  });
  await page.goto('/home');
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'A {{name}} and $t(header.menu)',
  );
  await expect(main.locator('#raw')).toHaveCount(0);
  await expect(main.getByText('<b id="raw">raw</b>')).toBeVisible();
  await expect(main.getByRole('link', { name: 'bad' })).toHaveCount(0);
  const good = main.getByRole('link', { name: /^good/ });
  await expect(good).toHaveAttribute('target', '_blank');
  await expect(good).toHaveAttribute('rel', /noopener/);
  await expect(main.getByRole('link', { name: 'mail' })).toHaveAttribute(
    'href',
    'mailto:a@example.com',
  );
});

test.describe('when no texts come', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('both languages say so, and trying again really tries', async ({ page }) => {
    await bringAxe(page);
    for (const [fault, answer] of [
      ['the server fails', { status: 500, body: 'no' }],
      ['the answer is no YAML', { status: 200, body: 'a: b: c: [' }],
      ['the answer is no tree', { status: 200, body: 'just words' }],
    ] as const)
      await test.step(fault, async () => {
        await page.route('**/api/locales/en', (route) => route.fulfill(answer));
        await page.goto('/home');
        await expect(page.getByText(text('notices.textsFailed.text'))).toBeVisible();
        await expect(page.getByText(text('notices.textsFailed.text', 'de'))).toBeVisible();
        await page.getByRole('button', { name: text('notices.textsFailed.retry', 'de') }).click();
        await expect(page.getByText(text('notices.textsFailed.text'))).toBeVisible();
        if (fault === 'the server fails') await expectNoViolation(page, fault);
        await page.unroute('**/api/locales/en');
        await page.getByRole('button', { name: text('notices.textsFailed.retry') }).click();
        await expect(page.getByRole('heading', { level: 1 })).toContainText(
          text('home.header.accent'),
        );
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
  await expect(page.getByText(text('notices.textsFailed.text'))).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(page.getByText(text('notices.textsFailed.text'))).toBeVisible();
  await page.unroute('**/api/locales/en');
  await page.getByRole('button', { name: text('notices.textsFailed.retry') }).click();
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
