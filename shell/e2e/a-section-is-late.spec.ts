import type { Page } from '@playwright/test';
import { contactForm } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import {
  entry,
  idOf,
  isOf,
  newWords,
  oldWords,
  putLive,
  releaseNewWords,
} from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

const late = text('notices.sectionLate');

/** The script of a section waits at the door until it is let in. */
async function holdSection(page: Page, name: string, release = '*') {
  const word = Promise.withResolvers<void>();
  await page.route(`**/releases/${name}/${release}/remoteEntry*`, async (route) => {
    await word.promise;
    await route.continue();
  });
  return { letCome: word.resolve };
}

test('the first page of a visit can be read and typed into until its section is there', async ({
  page,
  ownSite,
}) => {
  test.slow();
  const contact = await idOf(ownSite, 'contact');
  await putLive(ownSite, 'contact', contact);
  const held = await holdSection(page, 'contact');
  await page.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' });
  const form = contactForm(page);
  await form.fill({ email: 'ida@example.org', message: 'Half a' });
  await expect(page.getByText(late).first()).toBeVisible();
  // What needs no section works meanwhile.
  await page.getByRole('combobox', { name: text('header.theme.theme') }).selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await form.message.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' sentence');
  // As long as the document would have looked for another shell.
  await page.waitForTimeout(6000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('contact.title'));
  await expect(page.locator('html:is([data-lost], [data-leaving])')).toHaveCount(0);
  held.letCome();
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await expect(page.getByText(late)).toHaveCount(0);
  await page.keyboard.type(', and its end');
  await expect(form.message).toHaveValue('Half a sentence, and its end');
  await expect(form.email).toHaveValue('ida@example.org');
  await form.send.click();
  await expect(form.hint).toContainText(text('hints.mailSuccess'));
  const table = ownSite.command('releases');
  expect(table).toMatch(new RegExp(`${contact}[^\\n]* 0$`, 'm'));
});

test('a message that is sent while its section stalls goes out as the plain form it is, once', async ({
  page,
  inbox,
}) => {
  await holdSection(page, 'contact');
  await page.goto('/contact', { waitUntil: 'commit' });
  const form = contactForm(page);
  await form.fill({ email: 'stalled@example.org', message: 'Sent without its section' });
  await form.send.click();
  await expect(page.locator('#outcome')).toContainText(text('hints.mailSuccess'));
  const mails = () => inbox.mails.filter((mail) => mail.text?.includes('without its section'));
  await expect.poll(mails).toHaveLength(1);
  await expect(page.getByText(late).first()).toBeVisible();
  await expect(form.message).toHaveValue('');
});

test('what was typed on a page that is left before its section comes is there when the visitor is back', async ({
  page,
  inbox,
}) => {
  const held = await holdSection(page, 'contact');
  await page.goto('/contact', { waitUntil: 'commit' });
  const form = contactForm(page);
  await form.fill({ firstName: 'Ida', email: 'left@example.org', message: 'Typed and left' });
  await expect(page.getByText(late).first()).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text('home.header.accent'));
  held.letCome();
  await page.goBack();
  await expect(form.message).toHaveValue('Typed and left');
  await expect(form.firstName).toHaveValue('Ida');
  await form.send.click();
  await expect(form.hint).toContainText(text('hints.mailSuccess'));
  expect(inbox.mails.filter((mail) => mail.text?.includes('Typed and left'))).toHaveLength(1);
});

test('after a click the page before stays until the section is there', async ({
  page,
  ownSite,
}) => {
  await putLive(ownSite, 'contact', await idOf(ownSite, 'contact'));
  const held = await holdSection(page, 'contact');
  await page.goto(`${ownSite.url}/portfolio`);
  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByText(late).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('portfolio.title'));
  held.letCome();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('contact.title'));
  await expect(page.getByText(late)).toHaveCount(0);
});

test('a release that is late gives way to the one before, and is not counted as failed', async ({
  page,
  ownSite,
}) => {
  const { live, before } = await releaseNewWords(ownSite);
  const held = await holdSection(page, 'home', live);
  const isTold = page.waitForRequest((request) =>
    /\/api\/locales\/.*releases=/.test(request.url()),
  );
  await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(oldWords);
  expect((await isTold).url()).not.toContain('failed=');
  held.letCome();
  const table = ownSite.command('releases');
  for (const id of [live, before]) expect(table).toMatch(new RegExp(`${id}[^\\n]* 0$`, 'm'));
});

test('where the one before is late as well, the first that comes is shown', async ({
  page,
  ownSite,
}) => {
  const { live } = await releaseNewWords(ownSite);
  const word = Promise.withResolvers<void>();
  await page.route(entry, async (route) => {
    await word.promise;
    if (isOf(live, route.request().url())) await route.continue();
  });
  await page.goto(`${ownSite.url}/contact`);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByText(late).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('contact.title'));
  word.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(newWords);
});
