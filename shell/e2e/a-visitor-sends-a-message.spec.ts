import { contactForm, holdMessages } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test('the keyboard alone is enough, and the field programs look for is not on its way', async ({
  page,
}) => {
  await page.goto('/contact');
  const form = contactForm(page);
  const sent = page.waitForRequest('**/api/contact');
  await form.firstName.focus();
  await page.keyboard.type('Kim');
  await page.keyboard.press('Tab');
  await expect(form.lastName).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('kim@example.org');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Hello');
  await page.keyboard.press('Tab');
  await expect(form.send).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({
    firstName: 'Kim',
    lastName: '',
    email: 'kim@example.org',
    message: 'Hello',
  });
  await expect(form.hint).toHaveAttribute('data-kind', 'success');
  await expect(form.send).toBeFocused();
});

test('what only a program fills goes along, and marks the mail', async ({ page, inbox }) => {
  await page.goto('/contact');
  const form = contactForm(page);
  await form.fill({ email: 'robot@example.org', message: 'Cheap bricks' });
  await page.locator('[name=website]').fill('https://bricks.example', { force: true });
  await form.send.click();
  await expect(form.hint).toHaveAttribute('data-kind', 'success');
  const mail = () => inbox.mails.find(({ replyTo }) => replyTo?.text.includes('robot@example.org'));
  await expect.poll(() => mail()?.subject).toMatch(/spam/);
});

test('an address that is none is flagged and described, and nothing is sent', async ({ page }) => {
  await page.goto('/contact');
  const form = contactForm(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await expect(form.email).toHaveAttribute('aria-invalid', 'false');
  for (const address of ['', 'zoe', 'zoe@example', 'zoe@example.o', '@example.org']) {
    await form.email.fill(address);
    await expect(form.email).toHaveAttribute('aria-invalid', String(address !== ''));
    const soft = address ? 'faultyEmail' : 'emailReason';
    await expect(form.email).toHaveAccessibleDescription(text(`contact.message.${soft}`));
    await form.send.click();
    const fault = address ? 'faultyEmail' : 'missingEmail';
    await expect(form.email).toHaveAccessibleDescription(text(`contact.message.${fault}`));
    await expect(form.hint).toHaveAttribute('data-kind', 'error');
    await expect(form.hint).toContainText(text('hints.faultyMail'));
    await expect(form.hint).toHaveCount(1);
    await expect(form.email).toBeFocused();
  }
  await form.email.fill('zoe@example.org');
  await expect(form.email).toHaveAttribute('aria-invalid', 'false');
  expect(requests.filter((url) => url.includes('/api/contact'))).toEqual([]);
});

test('clicking again and again sends once', async ({ page, inbox }) => {
  await page.goto('/contact');
  const form = contactForm(page);
  await form.fill({ email: 'impatient@example.org', message: 'Now. Now! NOW!' });
  const held = await holdMessages(page, (route) => route.continue());
  await form.send.dblclick();
  await form.email.press('Enter');
  await form.send.click({ force: true });
  await expect(form.send).toHaveAttribute('aria-disabled', 'true');
  await expect(form.send).toBeFocused();
  await expect(form.hint).toHaveCount(1);
  await expect(form.hint).toHaveAttribute('data-kind', 'loading');
  expect(held.count).toBe(1);
  held.letGo();
  await expect(form.hint).toHaveAttribute('data-kind', 'success');
  await expect(form.send).toHaveAttribute('aria-disabled', 'false');
  expect(held.count).toBe(1);
  const mails = inbox.mails.filter(({ replyTo }) => replyTo?.text.includes('impatient'));
  expect(mails).toHaveLength(1);
});
