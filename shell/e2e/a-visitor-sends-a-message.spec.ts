import { contactForm, holdMessages } from './fixtures/contact-form.ts';
import { colorOf } from './fixtures/content.ts';
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
    await expect(form.email).toHaveAttribute('aria-invalid', 'true');
    await expect(form.email).toHaveCSS('outline-color', colorOf('dark', '--error'));
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

test('a message that is kept has one hint, for 5 s, in the place of the loading one, and its text stays', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.goto('/contact');
  const form = contactForm(page);
  const said = form.hint.getByText(text('hints.mailFailure'));
  const announcer = page.locator('[role=status][aria-live=assertive]');
  await form.fill({ email: 'zoe@example.org', message: 'Hello' });
  const held = await holdMessages(page, (route) =>
    route.fulfill({ contentType: 'application/json', body: 'false' }),
  );
  await form.send.click();
  await expect(form.hint).toHaveAttribute('data-kind', 'loading');
  await expect(form.hint).toContainText(text('hints.loading'));
  // From here on time passes only by our word.
  await page.clock.pauseAt(60_000);
  held.letGo();
  await expect(said).toBeVisible();
  await expect(form.hint).toHaveCount(1);
  await expect(form.hint).toHaveAttribute('data-kind', 'warning');
  await page.clock.runFor(200);
  await expect(announcer.filter({ hasText: text('hints.mailFailure') })).toBeAttached();
  await page.clock.runFor(4600);
  await expect(said).toBeVisible();
  await page.clock.runFor(400);
  await expect(form.hint).toHaveCount(0);
  await expect(form.message).toHaveValue('Hello');
});

for (const key of ['Control+Enter', 'Meta+Enter'])
  test(`${key} sends from the message box, in which Enter begins a line`, async ({ page }) => {
    await page.goto('/contact');
    const form = contactForm(page);
    const sent = page.waitForRequest('**/api/contact');
    await form.email.fill('zoe@example.org');
    await form.message.focus();
    await page.keyboard.type('One line');
    await page.keyboard.press('Enter');
    await page.keyboard.type(`and ${key}`);
    await page.keyboard.press(key);
    expect((await sent).postDataJSON().message).toBe(`One line\nand ${key}`);
    await expect(form.hint).toHaveAttribute('data-kind', 'success');
  });

test('a phone says on its key what that does, and what is written from right to left begins there', async ({
  page,
}) => {
  await page.goto('/contact');
  const form = contactForm(page);
  for (const field of [form.firstName, form.lastName, form.email])
    await expect(field).toHaveAttribute('enterkeyhint', 'send');
  await expect(form.message).toHaveAttribute('enterkeyhint', 'enter');
  for (const field of [form.firstName, form.message]) {
    await expect(field).toHaveCSS('direction', 'ltr');
    await field.fill('שלום, pig!');
    await expect(field).toHaveCSS('direction', 'rtl');
  }
});
