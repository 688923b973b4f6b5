import { messageLimits } from '@portfolio/contract/message-rules.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { holdRequests, recordRequests } from './fixtures/requests.ts';
import { otherLanguage, text } from './fixtures/text.ts';

test('the keyboard alone sends a message; fields suit what is typed', async ({ page, form }) => {
  await page.goto('/contact');
  const sent = page.waitForRequest('**/api/contact');
  await form.firstName.focus();
  await page.keyboard.type('Kim');
  await page.keyboard.press('Tab');
  await expect(form.lastName).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('kim@example.org');
  await page.keyboard.press('Tab');
  await page.keyboard.type('One line\nand another');
  await page.keyboard.press('Tab');
  await expect(form.send).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({
    firstName: 'Kim',
    lastName: '',
    email: 'kim@example.org',
    message: 'One line\nand another',
  });
  await expect(form.hint).toHaveAttribute('data-kind', 'success');
  await expect(form.send).toBeFocused();

  for (const key of ['Control+Enter', 'Meta+Enter']) {
    const next = page.waitForRequest('**/api/contact');
    await form.fill({ email: 'kim@example.org', message: key });
    await page.keyboard.press(key);
    expect((await next).postDataJSON().message).toBe(key);
    await expect(form.message).toHaveValue('');
  }

  for (const [name, hints] of Object.entries({
    firstName: 'send][autocomplete=given-name][maxlength="200"]',
    lastName: 'send][autocomplete=family-name][maxlength="200"]',
    email: 'send][autocomplete=email][spellcheck=false][type=email][aria-required=true]',
    message: 'enter]',
  }))
    await expect(page.locator(`[name=${name}][enterkeyhint=${hints}`)).toBeVisible();
  for (const field of [form.firstName, form.message]) {
    await expect(field).toHaveCSS('direction', 'ltr');
    await field.fill('שלום, pig!');
    await expect(field).toHaveCSS('direction', 'rtl');
  }
  const rows = () =>
    form.message.evaluate((area) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
      const inner = area.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
      return Math.round((100 * inner) / parseFloat(lineHeight)) / 100;
    });
  for (const [lines, shown] of Object.entries({ 1: 9, 14: 14, 30: 18 })) {
    await form.message.fill('\n'.repeat(Number(lines) - 1));
    await expect.poll(rows).toBe(shown);
  }
});

test('a faulty address is flagged, described, and not sent', async ({ page, header, form }) => {
  await page.goto('/contact');
  const requests = recordRequests(page);
  await expect(form.email).toHaveAttribute('aria-invalid', 'false');
  for (const [address, note, fault] of [
    ['', 'emailReason', 'missingEmail'],
    ['zoe@example', 'faultyEmail', 'faultyEmail'],
  ] as const) {
    await form.email.fill(address);
    await expect(form.email).toHaveAttribute('aria-invalid', String(address !== ''));
    await expect(form.email).toHaveAccessibleDescription(text(`contact.message.${note}`));
    await form.send.click();
    await expect(form.email).toHaveAttribute('aria-invalid', 'true');
    await expect(form.email).toHaveAccessibleDescription(text(`contact.message.${fault}`));
    await expect(form.hint).toHaveAttribute('data-kind', 'error');
    await expect(form.hint).toContainText(text('hints.faultyMail'));
    await expect(form.hint).toHaveCount(1);
    await expect(form.email).toBeFocused();
  }
  const room = (left: number) => text('contact.message.room').replace('#', `${left}`);
  await form.message.fill('x'.repeat(messageLimits.message - 501));
  await expect(page.locator('#message-room')).toHaveCount(0);
  await page.keyboard.insertText('y');
  await expect(page.getByText(room(500), { exact: true })).toBeVisible();
  await page.keyboard.insertText('y'.repeat(600));
  await expect(form.message).toHaveAccessibleDescription(room(0));

  await form.send.click();
  await header.language.selectOption(otherLanguage);
  await expect(form.hint).toContainText(text('hints.faultyMail', otherLanguage));
  await form.email.fill('zoe@example.org');
  await expect(form.email).toHaveAttribute('aria-invalid', 'false');
  expect(requests).not.toContain('/api/contact');
});

test('the result of a message follows its writer', async ({ page, header, heading, form }) => {
  await page.goto('/contact');
  await form.fill({ email: 'ana@example.org', message: 'Sent and left' });
  const messages = await holdRequests(page, '**/api/contact');
  await form.send.click();
  await expect(form.hint).toHaveAttribute('data-kind', 'loading');
  await header.link('home').click();
  await expect(heading).toContainText(text('home.header.accent'));
  await header.link('contact').click();
  await expect(form.send.and(page.locator('[aria-disabled=true][aria-busy=true]'))).toBeVisible();
  await header.link('home').click();
  messages.release();
  await expect(form.hint).toHaveAttribute('data-kind', 'success');
  await expect(form.hint).toHaveCount(1);
  await header.link('contact').click();
  await expect(form.message).toHaveValue('');
});
