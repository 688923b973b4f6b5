import type { Page } from '@playwright/test';
import owner from '../kit/owner.json' with { type: 'json' };
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

/** The names of what has the focus, one press of Tab after the other. */
async function tabThrough(page: Page, presses: number): Promise<string[]> {
  const names: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const focused = document.activeElement;
        return focused?.getAttribute('aria-label') ?? focused?.textContent ?? '';
      }),
    );
  }
  return names;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the first stop skips the header, the others are the header from left to right', async ({
  page,
}) => {
  await page.goto('/contact');
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
  expect(await tabThrough(page, 6)).toEqual([
    'Skip to content',
    'Home',
    'Portfolio',
    'Contact',
    'Language',
    'Theme',
  ]);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/contact');
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('textbox', { name: text('contact.message.firstName') }),
  ).toBeFocused();
});

test('a navigation moves the focus to the new heading, names the page and starts at its top', async ({
  page,
}) => {
  await page.goto('/home');
  await expect(page).toHaveTitle(`${text('home.document.title')} – ${owner.name}`);
  await page.getByRole('heading', { name: text('home.games.title') }).scrollIntoViewIfNeeded();
  await page.getByRole('navigation').getByRole('link', { name: 'Portfolio' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(text('portfolio.title'));
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle(`${text('portfolio.document.title')} – ${owner.name}`);
  await expect(page.getByRole('status')).toHaveText(text('portfolio.document.title'));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(page).toHaveTitle(`${text('portfolio.document.title', 'de')} – ${owner.name}`);
  await page.goBack();
  await expect(heading(page)).toContainText(text('home.header.accent', 'de'));
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle(`${text('home.document.title', 'de')} – ${owner.name}`);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens, has icons, leads on and closes without a pointer', async ({ page }) => {
    await page.goto('/home');
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    expect(await tabThrough(page, 3)).toEqual(['Home', 'Portfolio', 'Contact']);
    await expect(page.getByRole('link', { name: 'Contact' }).locator('svg')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(text('contact.title'));
    await expect(heading(page)).toBeFocused();
    await expect(page.getByRole('link', { name: 'Contact' })).toBeHidden();
  });
});

test('whatever gets the focus is to be seen below the header, also on the way back', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 700 });
  for (const path of ['/home', '/portfolio', '/contact']) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    const stops = page.locator('main').locator('a, button, input, textarea');
    await stops.last().focus();
    for (let stop = await stops.count(); stop > 0; stop -= 1) {
      await page.keyboard.press('Shift+Tab');
      const covered = await page.evaluate(() => {
        const focused = document.activeElement?.closest('main *');
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        return focused && focused.getBoundingClientRect().top < header && focused.outerHTML;
      });
      expect(covered ?? false, path).toBe(false);
    }
  }
});

test('the brick with the snout, the last stop, is below the header at the end of a page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/portfolio');
  const brick = page.getByRole('button', { name: text('site.brick') });
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await brick.focus();
  await expect.poll(async () => (await brick.boundingBox())?.y).toBeGreaterThanOrEqual(68);
  await page.keyboard.press('Enter');
  await expect(brick).toHaveAttribute('aria-pressed', 'true');
});
