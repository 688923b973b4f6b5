import { expect, test } from './fixtures/fixtures.ts';
import { failures, idOf, putLive } from './fixtures/releases.ts';
import { holdRequests } from './fixtures/requests.ts';
import { otherLanguage, text } from './fixtures/text.ts';

test('a page works while its section is late', async ({ page, header, heading, form, ownSite }) => {
  const id = await idOf(ownSite, 'contact');
  await putLive(ownSite, 'contact', id);
  const section = await holdRequests(page, '**/releases/contact/*/remoteEntry*');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' });
  await form.fill({ email: 'ida@example.org', message: 'Half a' });
  // The frame works without the section, and says that it comes.
  await expect(page.locator('header')).toHaveAttribute('data-pending', 'true');
  await header.theme.selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await header.language.selectOption(otherLanguage);
  await expect(header.link('portfolio')).toHaveText(text('header.links.portfolio', otherLanguage));
  await form.message.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' sentence');
  await expect(heading).toHaveText(text('contact.title'));
  section.release();
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await expect(page.locator('header')).not.toHaveAttribute('data-pending');
  await expect(heading).toHaveText(text('contact.title', otherLanguage));
  await page.keyboard.type(', and its end');
  await expect(form.message).toHaveValue('Half a sentence, and its end');
  await expect(form.email).toHaveValue('ida@example.org');
  expect(await failures(ownSite, id)).toBe(0);
});
