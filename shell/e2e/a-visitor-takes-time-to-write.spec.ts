import type { Page } from '@playwright/test';
import { messageLimits } from '@portfolio/contract/message.ts';
import { contactForm, holdMessages } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const typed = {
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@example.org',
  message: 'A long story,\nnot yet finished',
};

async function expectTyped(page: Page) {
  const form = contactForm(page);
  for (const [name, words] of Object.entries(typed))
    await expect(form[name as keyof typeof typed]).toHaveValue(words);
}

test('what was typed survives a language switch and a visit to another section', async ({
  page,
}) => {
  await page.goto('/contact');
  await contactForm(page).fill(typed);
  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(
    page.getByRole('button', { name: text('contact.message.send', 'de') }),
  ).toBeVisible();
  await expectTyped(page);
  await page.getByRole('link', { name: text('header.links.home', 'de') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    text('home.header.accent', 'de'),
  );
  await page.getByRole('link', { name: text('header.links.contact', 'de') }).click();
  await expectTyped(page);
});

test('a message goes on while its writer is elsewhere, and the outcome follows', async ({
  page,
}) => {
  await page.goto('/contact');
  const form = contactForm(page);
  await form.fill(typed);
  const held = await holdMessages(page, (route) => route.continue());
  await form.send.click();
  await expect(form.hint).toHaveAttribute('data-kind', 'loading');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text('home.header.accent'));
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(form.send).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'Home' }).click();
  held.letGo();
  await expect(form.hint).toHaveAttribute('data-kind', 'success');
  await expect(form.hint).toHaveCount(1);
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(form.message).toHaveValue('');
});

test('a hint changes its language with the page', async ({ page }) => {
  await page.goto('/contact');
  const form = contactForm(page);
  await form.send.click();
  await expect(form.hint).toContainText(text('hints.faultyMail'));
  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(form.hint).toContainText(text('hints.faultyMail', 'de'));
});

test('the message box says how much room is left, and takes no more', async ({ page }) => {
  await page.goto('/contact');
  const { message } = contactForm(page);
  const room = (left: number) => text('contact.message.room').replace('#', `${left}`);
  await message.fill('x'.repeat(messageLimits.message - 10));
  await expect(page.getByText(room(10), { exact: true })).toBeVisible();
  await page.keyboard.insertText('y'.repeat(20));
  await expect(message).toHaveAccessibleDescription(room(0));
});
