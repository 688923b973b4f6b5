import type { Page } from '@playwright/test';
import { techProject } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { failures, idOf, putLive } from './fixtures/releases.ts';
import { holdRequests } from './fixtures/requests.ts';
import {
  expectMadeBy,
  expectUsable,
  patient,
  releaseShell,
  shellFaults,
  spoil,
} from './fixtures/shell-faults.ts';
import { firstLine, otherLanguage, text } from './fixtures/text.ts';

// The browser's own errors for a file that is missing, refused or broken.
test.use({ expectedErrors: [/./] });

const scripts = '**/releases/shell/*/main.*.mjs';
const broken = { script: () => 'export const = ;' };

/** The notice of a page whose shell does not come, and its button. */
const lost = (page: Page) => page.getByText(text('site.lost'));
const retry = (page: Page) => page.getByRole('button', { name: text('notices.retry') });

test('whatever becomes of its script: a first load has the shell before, and the owner sees it counted', async ({
  page,
  context,
  ownSite,
}) => {
  test.slow();
  const before = await idOf(ownSite, 'shell');
  const failed: string[] = [];
  for (const [fault, cause] of Object.entries(shellFaults))
    await test.step(`it ${fault}`, async () => {
      await putLive(ownSite, 'shell', before);
      const live = await releaseShell(ownSite, cause);
      await spoil(context, live, cause);
      const address = `${ownSite.url}/portfolio?after=${live}#top`;
      await page.goto(address, { waitUntil: 'commit' });
      await expectMadeBy(page, before);
      expect(page.url()).toBe(address);
      expect(await page.title()).not.toBe('taken over');
      failed.push(live);
    });
  const counted = failures(ownSite);
  expect(failed.map((id) => counted.get(id))).toEqual(failed.map(() => 1));
  expect(counted.get(before)).toBe(0);
});

test('an open tab goes on until it loads what fails: then it has the one before, and with none a notice', async ({
  page,
  header,
  ownSite,
}) => {
  await page.goto(`${ownSite.url}/contact`);
  await expectUsable(page);
  const before = await idOf(ownSite, 'shell');
  const live = await releaseShell(ownSite, broken);
  await header.link('home').click();
  await page.getByRole('button', { name: text('notices.reload') }).click();
  await expectMadeBy(page, before);
  expect(page.url()).toBe(`${ownSite.url}/home`);
  // In this tab it stays so, without asking for the lost one again.
  await page.reload({ waitUntil: 'commit' });
  await expectMadeBy(page, before);

  await putLive(ownSite, 'shell', live);
  await page.reload({ waitUntil: 'commit' });
  await expect(lost(page)).toBeVisible(patient);
  await putLive(ownSite, 'shell', before);
  await retry(page).click();
  await expectMadeBy(page, before);
  await expect(lost(page)).toBeHidden();
});

test('the one before fails too: no loop, a notice and a button that really tries again', async ({
  page,
  context,
  ownSite,
}) => {
  await releaseShell(ownSite, broken);
  await releaseShell(ownSite, broken);
  const documents: string[] = [];
  context.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const notice = page.getByText(text('site.lost', otherLanguage));
  await page.goto(`${ownSite.url}/home?language=${otherLanguage}`, { waitUntil: 'commit' });
  await expect(notice).toBeVisible(patient);
  await expect.poll(() => documents.length).toBe(2);
  await page.getByRole('button', { name: text('notices.retry', otherLanguage) }).click();
  await expect.poll(() => documents.length).toBe(4);
  await expect(notice).toBeVisible(patient);
  expect(documents).toHaveLength(4);
});

test('a shell that loads the page again for ever is stopped: the one before, and with none a notice', async ({
  page,
  ownSite,
}) => {
  const before = await idOf(ownSite, 'shell');
  const live = await releaseShell(ownSite, { script: () => 'location.reload();' });
  await putLive(ownSite, 'shell', live, before);
  await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
  await expectMadeBy(page, before);
  await page.reload({ waitUntil: 'commit' });
  await expectMadeBy(page, before);

  await putLive(ownSite, 'shell', live);
  await page.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' });
  await expect(lost(page)).toBeVisible(patient);
});

test('a page whose shell never comes can be read, and offers nothing that needs it', async ({
  page,
  context,
  heading,
  header,
  ownSite,
}) => {
  const [, below] = techProject().texts;
  await putLive(ownSite, 'shell', await idOf(ownSite, 'shell'));
  let isLost = true;
  await context.route(scripts, (route) => (isLost ? undefined : route.continue()));
  await page.goto(`${ownSite.url}/portfolio`, { waitUntil: 'commit' });
  await expect(heading).toBeVisible();
  const picture = page.getByRole('button', { name: text('preview.open') }).first();
  const tech = page.getByText(firstLine(below?.text ?? ''));
  await expect(picture).toHaveCSS('pointer-events', 'none');
  await expect(tech).toBeHidden();

  await expect(lost(page)).toBeVisible(patient);
  await expect(heading).toBeVisible();
  // What was below the other tab is readable, too; what cannot be switched is not offered.
  await expect(tech).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await header.link('contact').click();
  await expect(heading).toHaveText(text('contact.title'));
  await expect(lost(page)).toBeVisible(patient);
  await expect(page.getByRole('button', { name: text('contact.findMe.copyEmail') })).toHaveCount(0);

  isLost = false;
  await retry(page).click();
  await expectUsable(page);
});

test('without a connection a page that can be read is not left', async ({
  page,
  context,
  heading,
  ownSite,
}) => {
  const live = await idOf(ownSite, 'shell');
  await putLive(ownSite, 'shell', live, await releaseShell(ownSite));
  await page.goto(`${ownSite.url}/home`);
  await expectUsable(page);
  let isOffline = false;
  await context.route('**/releases/shell/**', (route) => {
    // The document came, and then the train went into a tunnel.
    isOffline ||= route.request().url().includes(`${live}/main`);
    return isOffline ? route.abort('internetdisconnected') : route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(lost(page)).toBeVisible(patient);
  await expect(heading).toBeVisible();
  const document = page.waitForRequest((request) => request.isNavigationRequest());
  await retry(page).click();
  await document;
  await expect(lost(page)).toBeVisible(patient);
  await context.unroute('**/releases/shell/**');
  await retry(page).click();
  await expectMadeBy(page, live);
});

test('what was typed goes along, also what is typed while the next document is on its way', async ({
  page,
  header,
  heading,
  form,
  ownSite,
}) => {
  const before = await idOf(ownSite, 'shell');
  const live = await releaseShell(ownSite);
  await page.goto(`${ownSite.url}/contact`);
  await expectUsable(page);
  await form.fill({ firstName: 'Zoe', message: 'A pig\nof ruby' });
  const next = page.waitForRequest('**/contact?without=*');
  const held = await holdRequests(page, '**/contact?without=*');
  // As the app's own renderer does when nothing is left of it.
  await page.evaluate((shell) => {
    delete document.documentElement.dataset.ready;
    const filename = `${location.origin}/releases/shell/${shell}/main.mjs`;
    dispatchEvent(new ErrorEvent('error', { filename }));
  }, live);
  await next;
  await page.keyboard.type(', and of gold');
  held.release();
  await expectMadeBy(page, before);
  await expect(form.firstName).toHaveValue('Zoe');
  await expect(form.message).toHaveValue('A pig\nof ruby, and of gold');
  // The app knows it, too.
  await header.link('home').click();
  await expect(heading).toContainText(text('home.header.accent'));
  await header.link('contact').click();
  await expect(form.firstName).toHaveValue('Zoe');
  expect(await page.evaluate(() => sessionStorage.getItem('typed'))).toBe(null);
});

test('a message that is sent before the shell fails goes out without the app where there is none before', async ({
  page,
  context,
  form,
  ownSite,
  inbox,
}) => {
  await putLive(ownSite, 'shell', await idOf(ownSite, 'shell'));
  const shell = await holdRequests(context, scripts, (route) => route.abort('connectionreset'));
  await page.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' });
  const words = 'Held while a shell fails';
  await form.fill({ firstName: 'Ben', email: 'ben@example.org', message: words });
  await form.send.click();
  shell.release();
  await expect.poll(() => inbox.mailsSaying(words).length, patient).toBe(1);
  await expect(page.getByText(text('hints.mailSuccess')).first()).toBeVisible();
  await expect(form.message).toHaveValue('');
});
