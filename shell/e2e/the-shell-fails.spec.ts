import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf } from './fixtures/release-files.ts';
import type { RunningSite } from './fixtures/running-site.ts';
import { releaseShell, shellFaults, spoil, throwWhileRendering } from './fixtures/shell-faults.ts';

// Whatever the browser says of a file that is missing, refused or broken.
test.use({ expectedErrors: [/./] });

const lost = /didn't arrive/;
const patient = { timeout: 40_000 };

for (const [fault, cause] of Object.entries(shellFaults)) {
  test(`a shell whose script ${fault}: the one before, at first load and in an open tab`, async ({
    page,
    context,
    ownSite,
  }) => {
    test.slow();
    await page.goto(`${ownSite.url}/contact`);
    await expectUsable(page);
    const before = await idOf(ownSite, 'shell');
    const live = await releaseShell(ownSite, cause.script);
    await spoil(context, live, cause);

    const visit = await context.newPage();
    await visit.goto(`${ownSite.url}/portfolio?from=card#top`, { waitUntil: 'commit' });
    await expectUsable(visit);
    expect(await shellOf(visit)).toBe(before);
    expect(new URL(visit.url()).search).toBe('?from=card');
    expect(new URL(visit.url()).hash).toBe('#top');
    expect(await visit.title()).not.toBe('taken over');

    // The open tab goes on with what it has, until it loads what is newer.
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => shellOf(page).catch(() => ''), patient).toBe(before);
    await expectUsable(page);
    expect(new URL(page.url()).pathname).toBe('/home');
    // In this tab it stays so, without asking for the lost one again.
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => shellOf(page).catch(() => ''), patient).toBe(before);
    await expectUsable(page);

    const table = ownSite.command('releases');
    expect(table).toMatch(new RegExp(`${live}[^\\n]* 1$`, 'm'));
    expect(table).toMatch(new RegExp(`${before}[^\\n]* 0$`, 'm'));
  });

  test(`a shell whose script ${fault}, and none before it: a word, and a button that tries again`, async ({
    page,
    context,
    ownSite,
  }) => {
    test.slow();
    await page.goto(`${ownSite.url}/contact`);
    await expectUsable(page);
    const before = await idOf(ownSite, 'shell');
    const live = await releaseShell(ownSite, cause.script);
    await spoil(context, live, cause);
    await putLiveAlone(ownSite, live);

    for (const path of ['/home', '/contact']) {
      await page.goto(ownSite.url + path, { waitUntil: 'commit' });
      await expect(page.getByText(lost)).toBeVisible(patient);
    }
    await tryAgain(page);
    await expect(page.getByText(lost)).toBeVisible(patient);

    await putLiveAlone(ownSite, before);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectUsable(page);
    await expect(page.getByText(lost)).toBeHidden();
  });
}

test('a shell that throws while rendering: the one before', async ({ page, ownSite, team }) => {
  const before = await idOf(ownSite, 'shell');
  await throwWhileRendering(team);
  expect(team.deploy(ownSite.dataDir, 'shell', '--skip-browser').status).toBe(0);
  await page.goto(`${ownSite.url}/portfolio`, { waitUntil: 'commit' });
  await expectUsable(page);
  expect(await shellOf(page)).toBe(before);
});

test('the one before fails too: no loop, a word and a button', async ({
  page,
  context,
  ownSite,
}) => {
  await releaseShell(ownSite, shellFaults['throws when it starts']?.script);
  await releaseShell(ownSite, `${shellFaults['throws when it starts']?.script} // again`);
  const documents: string[] = [];
  context.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  await page.goto(`${ownSite.url}/home?language=de`, { waitUntil: 'commit' });
  await expect(page.getByText(/ist nicht angekommen/)).toBeVisible(patient);
  await expect.poll(() => documents.length).toBe(2);
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect.poll(() => documents.length).toBe(4);
  await expect(page.getByText(/ist nicht angekommen/)).toBeVisible(patient);
  expect(documents).toHaveLength(4);
});

test('without a connection nobody leaves a page that can be read', async ({
  page,
  context,
  ownSite,
}) => {
  const live = await releaseShell(ownSite);
  await page.goto(`${ownSite.url}/home`);
  await expectUsable(page);
  let isOffline = false;
  await context.route(`**/releases/shell/**`, (route) => {
    // The document came, and then the train went into a tunnel.
    isOffline ||= route.request().url().includes(`${live}/main`);
    return isOffline ? route.abort('internetdisconnected') : route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText(lost)).toBeVisible(patient);
  await tryAgain(page);
  await expect(page.getByText(lost)).toBeVisible(patient);
  await context.unroute(`**/releases/shell/**`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectUsable(page);
  expect(await shellOf(page)).toBe(live);
});

test('what was typed goes along', async ({ page, ownSite }) => {
  const before = await idOf(ownSite, 'shell');
  const live = await releaseShell(ownSite);
  await page.goto(`${ownSite.url}/contact`);
  await expectUsable(page);
  await page.getByLabel('First name').fill('Zoe');
  await page.getByRole('textbox', { name: 'Message' }).fill('A pig\nof ruby');
  // As the app's own renderer does when nothing is left of it.
  await page.evaluate((shell) => {
    delete document.documentElement.dataset.ready;
    const filename = `${location.origin}/releases/shell/${shell}/main.mjs`;
    dispatchEvent(new ErrorEvent('error', { filename }));
  }, live);
  await expect.poll(() => shellOf(page).catch(() => ''), patient).toBe(before);
  await expectUsable(page);
  await expect(page.getByLabel('First name')).toHaveValue('Zoe');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('A pig\nof ruby');
  // The app knows it, too.
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Zoe');
  expect(await page.evaluate(() => sessionStorage.getItem('typed'))).toBe(null);
});

for (const [fault, { onItsWay }] of Object.entries(shellFaults))
  if (onItsWay)
    test(`a later script of the shell ${fault}: the next section opens all the same`, async ({
      page,
      context,
      ownSite,
    }) => {
      await context.route(/\/releases\/shell\/[^/]+\/(?!main)[^/]+\.mjs/, onItsWay);
      await page.goto(`${ownSite.url}/home`);
      await expectUsable(page);
      await page.getByRole('link', { name: 'Contact', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
      expect(ownSite.command('releases')).not.toMatch(/ [1-9]\d*$/m);
    });

test('a roll-back of the shell while visitors are on it: they go on, the next get the other', async ({
  page,
  context,
  ownSite,
}) => {
  const before = await idOf(ownSite, 'shell');
  const live = await releaseShell(ownSite);
  await page.goto(`${ownSite.url}/home`);
  await expectUsable(page);
  expect(await shellOf(page)).toBe(live);
  ownSite.command('rollback', 'shell');
  await page.getByRole('link', { name: 'Portfolio', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('link', { name: 'Start' })).toBeVisible();
  expect(await shellOf(page)).toBe(live);

  const visit = await context.newPage();
  await visit.goto(`${ownSite.url}/home`);
  await expectUsable(visit);
  expect(await shellOf(visit)).toBe(before);
});

/** The app runs, and does what it is asked to. */
async function expectUsable(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-ready', '', patient);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator('select[name=theme]').selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
}

/** The button asks for the document once more. */
async function tryAgain(page: Page): Promise<void> {
  const isAsked = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: 'Try again' }).click();
  await isAsked;
}

/** The shell's release that a page is made of. */
async function shellOf(page: Page): Promise<string | undefined> {
  const releases = await page.locator('#live-releases').textContent();
  return /shell@([0-9a-f]{12})/.exec(JSON.parse(releases ?? '{}').key)?.[1];
}

/** Makes a release of the shell live and forgets all others. */
async function putLiveAlone({ dataDir }: RunningSite, id: string): Promise<void> {
  await writeFile(path.join(dataDir, 'releases/shell/live.json'), JSON.stringify([id]));
}
