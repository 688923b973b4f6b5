import { expect, test } from './fixtures/fixtures.ts';
import { failures, idOf, putLive } from './fixtures/releases.ts';
import { holdRequests } from './fixtures/requests.ts';
import { otherLanguage, text } from './fixtures/text.ts';

const contact = '**/releases/contact/*/remoteEntry*';

test('the first page of a visit can be read and typed into until its section is loaded', async ({
  page,
  header,
  heading,
  form,
  ownSite,
}) => {
  const id = await idOf(ownSite, 'contact');
  await putLive(ownSite, 'contact', id);
  const section = await holdRequests(page, contact);
  await page.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' });
  await form.fill({ email: 'ida@example.org', message: 'Half a' });
  // The frame works without the section, and says that it comes.
  await expect(page.locator('header')).toHaveAttribute('data-pending', 'true');
  await header.theme.selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await form.message.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' sentence');
  await expect(heading).toHaveText(text('contact.title'));
  section.release();
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await expect(page.locator('header')).not.toHaveAttribute('data-pending');
  await page.keyboard.type(', and its end');
  await expect(form.message).toHaveValue('Half a sentence, and its end');
  await expect(form.email).toHaveValue('ida@example.org');
  expect(failures(ownSite).get(id)).toBe(0);
});

test('a message that is sent while its section stalls is sent once, as a plain form', async ({
  page,
  form,
  inbox,
}) => {
  await holdRequests(page, contact);
  await page.goto('/contact', { waitUntil: 'commit' });
  await form.fill({ email: 'stalled@example.org', message: 'Sent without its section' });
  await form.send.click();
  await expect(page.locator('#outcome')).toContainText(text('hints.mailSuccess'));
  await expect.poll(() => inbox.mailsSaying('Sent without its section')).toHaveLength(1);
  await expect(form.message).toHaveValue('');
});

test('a language that is chosen meanwhile changes the frame at once, and the page when it comes, with typed text', async ({
  page,
  header,
  heading,
  form,
}) => {
  const section = await holdRequests(page, contact);
  await page.goto('/contact', { waitUntil: 'commit' });
  await form.fill({ firstName: 'Ida', message: 'Half a sentence' });
  await expect(page.locator('html')).toHaveAttribute('data-frame', '');
  await header.language.selectOption(otherLanguage);
  await expect(header.link('portfolio')).toHaveText(text('header.links.portfolio', otherLanguage));
  await expect(heading).toHaveText(text('contact.title'));
  section.release();
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await expect(heading).toHaveText(text('contact.title', otherLanguage));
  await expect(form.message).toHaveValue('Half a sentence');
  await expect(form.firstName).toHaveValue('Ida');
});
