import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf } from './fixtures/release-files.ts';
import type { RunningSite } from './fixtures/running-site.ts';
import { releaseShell, shellFaults, spoil } from './fixtures/shell-faults.ts';

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
    await page.getByRole('button', { name: 'Load it' }).click();
    await expect.poll(() => shellOf(page).catch(() => ''), patient).toBe(before);
    await expectUsable(page);
    expect(new URL(page.url()).pathname).toBe('/home');
    // In this tab it stays so, without asking for the lost one again.
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => shellOf(page).catch(() => ''), patient).toBe(before);
    await expectUsable(page);

    const table = ownSite.command('releases');
    expect(table).toMatch(new RegExp(`${live}[^\\n]*│ 1 +│`));
    expect(table).toMatch(new RegExp(`${before}[^\\n]*│ 0 +│`));
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
    const isAsked = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole('button', { name: 'Try again' }).click();
    await isAsked;
    await expect(page.getByText(lost)).toBeVisible(patient);

    await putLiveAlone(ownSite, before);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectUsable(page);
    await expect(page.getByText(lost)).toBeHidden();
  });
}

/** The app runs, and does what it is asked to. */
async function expectUsable(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-ready', '', patient);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByLabel('Theme', { exact: true }).selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
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
