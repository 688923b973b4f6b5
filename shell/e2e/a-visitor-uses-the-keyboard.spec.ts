import type { Page } from '@playwright/test';
import { owner, sections } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const labels = sections.map(({ label }) => text(label));

async function tabThrough(page: Page, presses: number): Promise<string[]> {
  const names: string[] = [];
  const focused = page.locator(':focus');
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    names.push(await focused.evaluate((it) => it.ariaLabel ?? it.textContent ?? ''));
  }
  return names;
}

test('tab stops skip the header, or go through it from left to right', async ({ page, form }) => {
  await page.goto('/contact');
  await expect(page.locator('body')).toBeFocused();
  const heard = await page.getByRole('banner').ariaSnapshot();
  expect(heard.match(/text: .*/g)).toEqual([`text: ${owner.name}`]);
  const choices = [text('header.language.language'), text('header.theme.theme')];
  const stops = [text('header.skip'), ...labels, ...choices];
  expect(await tabThrough(page, stops.length)).toEqual(stops);
  const skip = page.getByRole('link', { name: text('header.skip') });
  await skip.focus();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/contact');
  await page.keyboard.press('Tab');
  await expect(form.firstName).toBeFocused();
});

test('the menu of a phone can be used without a pointer', async ({ page, header, heading }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home');
  await header.menu.focus();
  await page.keyboard.press('Enter');
  expect(await tabThrough(page, labels.length)).toEqual(labels);
  await header.link('contact').focus();
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(text('contact.title'));
  await expect(heading).toBeFocused();
  await expect(header.link('contact')).toBeHidden();
});
