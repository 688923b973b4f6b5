import type { Page } from '@playwright/test';
import { contactForm } from './fixtures/contact-form.ts';
import { techProject } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf, putLive } from './fixtures/releases.ts';
import { expectMadeBy, expectUsable, patient, releaseShell } from './fixtures/shell-faults.ts';
import { firstLine, text } from './fixtures/text.ts';

// Whatever the browser says of a file that is missing, refused or broken.
test.use({ expectedErrors: [/./] });

const lost = text('site.lost');
const scripts = '**/releases/shell/*/main.*.mjs';

test('a page whose shell never comes can be read, and offers nothing that needs it', async ({
  page,
  context,
  ownSite,
}) => {
  const [, below] = techProject().texts;
  await putLive(ownSite, 'shell', await idOf(ownSite, 'shell'));
  let isLost = true;
  await context.route(scripts, (route) => (isLost ? undefined : route.continue()));
  await page.goto(`${ownSite.url}/portfolio`, { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const picture = page.getByRole('button', { name: text('preview.open') }).first();
  const tech = page.getByText(firstLine(below?.text ?? ''));
  await expect(picture).toHaveCSS('pointer-events', 'none');
  await expect(tech).toBeHidden();

  await expect(page.getByText(lost)).toBeVisible(patient);
  await expect(heading).toBeVisible();
  // What was below the other tab is readable, too; what cannot be switched is not offered.
  await expect(tech).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('contact.title'));
  await expect(page.getByText(lost)).toBeVisible(patient);
  await expect(page.getByRole('button', { name: text('contact.findMe.copyEmail') })).toHaveCount(0);

  isLost = false;
  await page.getByRole('button', { name: text('notices.retry') }).click();
  await expectUsable(page);
});

test('without a connection nobody leaves a page that can be read', async ({
  page,
  context,
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
  await expect(page.getByText(lost)).toBeVisible(patient);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tryAgain(page);
  await expect(page.getByText(lost)).toBeVisible(patient);
  await context.unroute('**/releases/shell/**');
  await page.getByRole('button', { name: text('notices.retry') }).click();
  await expectMadeBy(page, live);
});

test('what was typed goes along', async ({ page, ownSite }) => {
  const before = await idOf(ownSite, 'shell');
  const live = await releaseShell(ownSite);
  await page.goto(`${ownSite.url}/contact`);
  await expectUsable(page);
  await page.getByLabel(text('contact.message.firstName')).fill('Zoe');
  await page.getByRole('textbox', { name: text('contact.message.message') }).fill('A pig\nof ruby');
  const [isAskedFor, comes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/contact?without=*', async (route) => {
    isAskedFor.resolve();
    await comes.promise;
    await route.continue();
  });
  // As the app's own renderer does when nothing is left of it.
  await page.evaluate((shell) => {
    delete document.documentElement.dataset.ready;
    const filename = `${location.origin}/releases/shell/${shell}/main.mjs`;
    dispatchEvent(new ErrorEvent('error', { filename }));
  }, live);
  // The next document takes its time, and this one can be typed into meanwhile.
  await isAskedFor.promise;
  await page.keyboard.type(', and of gold');
  comes.resolve();
  await expectMadeBy(page, before);
  await expect(page.getByLabel(text('contact.message.firstName'))).toHaveValue('Zoe');
  const message = page.getByRole('textbox', { name: text('contact.message.message') });
  await expect(message).toHaveValue('A pig\nof ruby, and of gold');
  // The app knows it, too.
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel(text('contact.message.firstName'))).toHaveValue('Zoe');
  expect(await page.evaluate(() => sessionStorage.getItem('typed'))).toBe(null);
});

test('a message that is sent before the shell fails goes out without the app where there is none before', async ({
  page,
  context,
  ownSite,
  inbox,
}) => {
  await putLive(ownSite, 'shell', await idOf(ownSite, 'shell'));
  const isSent = Promise.withResolvers<void>();
  await context.route(scripts, async (route) => {
    await isSent.promise;
    await route.abort('connectionreset');
  });
  await page.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' });
  const form = contactForm(page);
  const words = 'Held while a shell fails';
  await form.fill({ firstName: 'Ben', email: 'ben@example.org', message: words });
  await form.send.click();
  isSent.resolve();
  const mails = () => inbox.mails.filter(({ text }) => text?.includes(words));
  await expect
    .poll(() => mails().map(({ subject }) => subject), patient)
    .toEqual(['Message from Ben']);
  await expect(page.getByText(text('hints.mailSuccess')).first()).toBeVisible();
  await expect(form.message).toHaveValue('');
});

/** The button asks for the document once more. */
async function tryAgain(page: Page): Promise<void> {
  const isAsked = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: text('notices.retry') }).click();
  await isAsked;
}
