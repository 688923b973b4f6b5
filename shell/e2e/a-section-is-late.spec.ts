import { expect, test } from './fixtures/fixtures.ts';
import {
  entry,
  failures,
  idOf,
  isOf,
  newWords,
  putLive,
  releaseNewWords,
} from './fixtures/releases.ts';
import { holdRequests } from './fixtures/requests.ts';
import { otherLanguage, text } from './fixtures/text.ts';

const late = text('notices.sectionLate');
const contact = '**/releases/contact/*/remoteEntry*';

test('the first page of a visit can be read and typed into until its section is there', async ({
  page,
  header,
  heading,
  form,
  ownSite,
}) => {
  test.slow();
  const id = await idOf(ownSite, 'contact');
  await putLive(ownSite, 'contact', id);
  const section = await holdRequests(page, contact);
  await page.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' });
  await form.fill({ email: 'ida@example.org', message: 'Half a' });
  await expect(page.getByText(late).first()).toBeVisible();
  // What needs no section works meanwhile.
  await header.theme.selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await form.message.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' sentence');
  // As long as the document would have looked for another shell.
  await page.waitForTimeout(6000);
  await expect(heading).toHaveText(text('contact.title'));
  await expect(page.locator('html:is([data-lost], [data-leaving])')).toHaveCount(0);
  section.release();
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await expect(page.getByText(late)).toHaveCount(0);
  await page.keyboard.type(', and its end');
  await expect(form.message).toHaveValue('Half a sentence, and its end');
  await expect(form.email).toHaveValue('ida@example.org');
  await form.send.click();
  await expect(form.hint).toContainText(text('hints.mailSuccess'));
  expect(failures(ownSite).get(id)).toBe(0);
});

test('a message that is sent while its section stalls goes out as the plain form it is, once', async ({
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
  await expect(page.getByText(late).first()).toBeVisible();
  await expect(form.message).toHaveValue('');
});

test('a language that is chosen meanwhile comes with another document, and what was typed with it', async ({
  page,
  header,
  heading,
  form,
}) => {
  const section = await holdRequests(page, contact);
  await page.goto('/contact', { waitUntil: 'commit' });
  await form.fill({ firstName: 'Ida', message: 'Half a sentence' });
  await expect(page.getByText(late).first()).toBeVisible();
  await header.language.selectOption(otherLanguage);
  await expect(heading).toHaveText(text('contact.title', otherLanguage));
  await expect(form.message).toHaveValue('Half a sentence');
  section.release();
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await expect(heading).toHaveText(text('contact.title', otherLanguage));
  await expect(form.message).toHaveValue('Half a sentence');
  await expect(form.firstName).toHaveValue('Ida');
});

test('what was typed on a page that is left before its section comes is there when the visitor is back', async ({
  page,
  header,
  heading,
  form,
  inbox,
}) => {
  const section = await holdRequests(page, contact);
  await page.goto('/contact', { waitUntil: 'commit' });
  await form.fill({ firstName: 'Ida', email: 'left@example.org', message: 'Typed and left' });
  await expect(page.getByText(late).first()).toBeVisible();
  await header.link('home').click();
  await expect(heading).toContainText(text('home.header.accent'));
  section.release();
  await page.goBack();
  await expect(form.message).toHaveValue('Typed and left');
  await expect(form.firstName).toHaveValue('Ida');
  await form.send.click();
  await expect(form.hint).toContainText(text('hints.mailSuccess'));
  expect(inbox.mailsSaying('Typed and left')).toHaveLength(1);
});

test('where the one before is late as well, the page before stays, and the first that comes is shown', async ({
  page,
  header,
  heading,
  ownSite,
}) => {
  const { live } = await releaseNewWords(ownSite);
  const releases = await holdRequests(page, entry, async (route) => {
    if (isOf(live, route.request().url())) await route.continue();
  });
  await page.goto(`${ownSite.url}/contact`);
  await header.link('home').click();
  await expect(page.getByText(late).first()).toBeVisible();
  await expect(heading).toHaveText(text('contact.title'));
  releases.release();
  await expect(heading).toHaveText(newWords);
  await expect(page.getByText(late)).toHaveCount(0);
});
