import type { Page } from '@playwright/test';
import { techProject } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { failures, idOf, putLive } from './fixtures/releases.ts';
import {
  expectMadeBy,
  expectUsable,
  patient,
  releaseShell,
  shellFaults,
  spoil,
} from './fixtures/shell-faults.ts';
import { firstLine, otherLanguage, text } from './fixtures/text.ts';

// The browser logs files that are missing, refused or broken.
test.use({ expectedErrors: [/./] });

const scripts = '**/releases/shell/*/main.*.mjs';
const broken = { script: () => 'export const = ;' };

/** The notice of a page whose shell is lost, and its button. */
const lost = (page: Page) => page.getByText(text('site.lost'));
const retry = (page: Page) => page.getByRole('button', { name: text('notices.retry') });

test('for every fault of its script, a first load has the shell before, and the failure is counted', async ({
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

test('when the shell before fails too, there is no loop but a notice with a working retry button', async ({
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

test('a page whose shell never loads is readable, and offers nothing that needs it', async ({
  page,
  context,
  heading,
  header,
  ownSite,
}) => {
  const [, below] = techProject().texts;
  await putLive(ownSite, 'shell', await idOf(ownSite, 'shell'));
  let isLost = true;
  await context.route(scripts, (route) => (isLost ? route.abort() : route.continue()));
  await page.goto(`${ownSite.url}/portfolio`, { waitUntil: 'commit' });
  await expect(heading).toBeVisible();
  const tech = page.getByText(firstLine(below?.text ?? ''));
  await expect(lost(page)).toBeVisible(patient);
  await expect(heading).toBeVisible();
  // Texts of other tabs are readable, too, and controls that need the app are hidden.
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
