import { expect, test } from './fixtures/fixtures.ts';
import { openWithoutScripts } from './fixtures/requests.ts';
import { otherLanguage, text } from './fixtures/text.ts';

test('typed and sent text survives when the app starts in a language that was chosen early', async ({
  page,
  header,
  form,
  context,
  inbox,
}) => {
  const scripts = await openWithoutScripts(page, '/contact?language=en');
  await form.fill({ firstName: 'Anke', message: 'Chosen before it came' });
  // Password managers fill fields without an event.
  await form.email.evaluate((field: HTMLInputElement) => {
    field.value = 'anke@example.org';
  });
  await header.language.selectOption(otherLanguage);
  // The next document has this language, even if the app never runs.
  await expect(page).toHaveURL('/contact');
  expect(await context.cookies()).toMatchObject([{ name: 'language', value: otherLanguage }]);
  await form.send.focus();
  await page.keyboard.press('Enter');
  await scripts.release();
  await expect(form.send).toHaveText(text('contact.message.sent', otherLanguage));
  await expect(form.send).toBeFocused();
  const senders = () =>
    inbox.mailsSaying('Chosen before it came').map(({ replyTo }) => replyTo?.value);
  await expect.poll(senders).toEqual([[{ name: 'Anke', address: 'anke@example.org' }]]);
});

test('a button that is pressed while the app starts is clicked when it is released', async ({
  page,
  header,
  form,
  inbox,
}) => {
  const scripts = await openWithoutScripts(page, '/contact');
  await form.fill({ email: 'slow@example.org', message: 'Pressed for long' });
  await header.language.selectOption(otherLanguage);
  await form.send.hover();
  await page.mouse.down();
  const texts = page.waitForResponse(`**/api/locales/${otherLanguage}*`);
  const isThere = scripts.release();
  await (await texts).finished();
  // Many times what the app needs from here.
  for (let frame = 0; frame < 60; frame += 1)
    await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.mouse.up();
  await isThere;
  await expect(form.send).toHaveText(text('contact.message.sent', otherLanguage));
  expect(inbox.mailsSaying('Pressed for long')).toHaveLength(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 } });

  test('an open menu stays open, a language chosen early is kept, and links work', async ({
    page,
    header,
    heading,
    context,
  }) => {
    const scripts = await openWithoutScripts(page, '/home');
    await header.menu.click();
    await expect(header.link('contact')).toBeVisible();
    await scripts.release();
    await expect(header.link('contact')).toBeVisible();
    await header.link('contact').click();
    await expect(page).toHaveURL('/contact');

    // The next document is prerendered in the chosen language.
    await header.language.selectOption(otherLanguage);
    await expect(heading).toHaveText(text('contact.title', otherLanguage));
    const cookie = async () => (await context.cookies()).find(({ name }) => name === 'language');
    expect(await cookie()).toMatchObject({ value: otherLanguage, sameSite: 'Lax' });
    const html = await (await page.reload())?.text();
    expect(html).toContain(`<html lang="${otherLanguage}"`);
    expect(html).toContain('<div id="page-root" data-page="contact@');

    // The browser's preferred language needs no cookie.
    await header.language.selectOption('en');
    await expect(heading).toHaveText(text('contact.title'));
    expect(await cookie()).toBeUndefined();
  });
});
