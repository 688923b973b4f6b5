import { contactForm } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { openWithoutScripts } from './fixtures/held-scripts.ts';
import { text } from './fixtures/text.ts';

test('what is typed, focused, scrolled to and chosen before the app is there stays', async ({
  page,
}) => {
  const held = await openWithoutScripts(page, '/contact');
  const form = contactForm(page);
  await page.getByLabel('Theme').selectOption('light');
  await form.fill({ firstName: 'Zoë', email: 'zoe@example', message: 'Typed early' });
  await form.message.focus();
  await page.evaluate(() => scrollTo(0, 120));
  await held.letThemCome();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByLabel('Theme')).toHaveValue('light');
  await expect(form.firstName).toHaveValue('Zoë');
  // The app knows it, too.
  await expect(form.email).toHaveAttribute('aria-invalid', 'true');
  await expect(form.message).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(120);
  await page.keyboard.type(', and on');
  await expect(form.message).toHaveValue('Typed early, and on');
});

test('what was typed and sent goes along when the app comes in a language that was chosen early', async ({
  page,
  context,
  inbox,
}) => {
  const held = await openWithoutScripts(page, '/contact?language=en');
  const form = contactForm(page);
  await form.fill({ firstName: 'Anke', message: 'Früh gewählt' });
  await form.email.evaluate(fillIn, 'anke@example.org');
  await page.getByLabel('Language').selectOption('de');
  // Also should the app never come: the next document is in it.
  await expect(page).toHaveURL('/contact');
  expect(await context.cookies()).toMatchObject([{ name: 'language', value: 'de' }]);
  await form.send.focus();
  await page.keyboard.press('Enter');
  await held.letThemCome();
  await expect(form.send).toHaveText(text('contact.message.sent', 'de'));
  await expect(form.send).toBeFocused();
  const mails = () => inbox.mails.filter(({ text }) => text?.includes('Früh gewählt'));
  await expect.poll(() => mails().map(({ subject }) => subject)).toEqual(['Message from Anke']);
});

test('a button that is pressed down while the app comes is clicked when it is let go', async ({
  page,
  inbox,
}) => {
  const held = await openWithoutScripts(page, '/contact');
  const form = contactForm(page);
  await form.fill({ email: 'slow@example.org', message: 'Pressed for long' });
  await page.getByLabel('Language').selectOption('de');
  await form.send.hover();
  await page.mouse.down();
  const texts = page.waitForResponse('**/api/locales/de*');
  const isThere = held.letThemCome();
  await (await texts).finished();
  // Many times what the app needs from here on.
  for (let frame = 0; frame < 60; frame += 1) await page.evaluate(requestFrame);
  await page.mouse.up();
  await isThere;
  await expect(form.send).toHaveText(text('contact.message.sent', 'de'));
  expect(inbox.mails.filter(({ text }) => text?.includes('Pressed for long'))).toHaveLength(1);
});

/** Runs in the page. */
function fillIn(field: Element, value: string): void {
  (field as HTMLInputElement).value = value;
}

/** Runs in the page. */
function requestFrame(): Promise<number> {
  return new Promise(requestAnimationFrame);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 } });

  test('a menu that is open stays open, a language chosen early is kept, links are links', async ({
    page,
    context,
  }) => {
    const held = await openWithoutScripts(page, '/home');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const entry = page.getByRole('banner').getByRole('link', { name: 'Contact' });
    await expect(entry).toBeVisible();
    await held.letThemCome();
    await expect(entry).toBeVisible();
    await entry.click();
    await expect(page).toHaveURL('/contact');

    // The next document comes in the language that was chosen, and with its page.
    await page.getByLabel('Language').selectOption('de');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('contact.title', 'de'));
    const cookie = async () => (await context.cookies()).find(({ name }) => name === 'language');
    expect(await cookie()).toMatchObject({ value: 'de', sameSite: 'Lax' });
    const next = await page.reload();
    expect(await next?.text()).toMatch(/<html lang="de".*<div id="root" data-page="contact@/s);

    // The language that the browser asks for anyway needs none.
    await page.getByLabel('Sprache').selectOption('en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('contact.title'));
    expect(await cookie()).toBeUndefined();
  });
});
