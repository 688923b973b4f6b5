import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Checkout, checkOut } from './checkout.ts';
import { expect, test } from './fixtures.ts';
import { idOf, loseScript, releaseScript, tamper } from './release-files.ts';
import type { RunningSite } from './running-site.ts';

// Whatever the browser says of a file that is missing, refused or broken.
test.use({ expectedErrors: [/./] });

let team: Checkout;
test.beforeAll(async () => {
  team = await checkOut();
  await team.change('remote-home/locales/en.yaml', 'cut by hand.', 'cut by trotter.');
});
test.afterAll(() => team.remove());

const entry = '**/releases/home/*/remoteEntry*';
const isLive = (url: string, id: string) => url.includes(`/releases/home/${id}/`);

/** Everything that can become of a section's file, each done to the live release of home. */
const faults: Record<string, (site: RunningSite, page: Page, live: string) => Promise<unknown>> = {
  'is missing': (site) => loseScript(site, 'home'),
  'has been changed on the disk': (site) => tamper(site, 'home', 'document.title = "taken over";'),
  'has a syntax error': (site) => releaseScript(site, 'home', 'export const = ;'),
  'throws when it starts': (site) => releaseScript(site, 'home', 'throw new Error("no")'),
  'is no remote': (site) => releaseScript(site, 'home', 'export const get = 1;'),
  'exposes nothing': (site) =>
    releaseScript(
      site,
      'home',
      'export const init = () => {}; export const get = () => Promise.reject(new Error("none"));',
    ),
  'throws while rendering': (site) =>
    releaseScript(
      site,
      'home',
      'export const init = () => {}; export const get = async () => () => ({ default() { throw new Error("no"); } });',
    ),
  'loses its connection': (_site, page, live) =>
    page.route(entry, (route) =>
      isLive(route.request().url(), live) ? route.abort('connectionreset') : route.continue(),
    ),
  hangs: (_site, page, live) =>
    page.route(entry, (route) =>
      isLive(route.request().url(), live) ? undefined : route.continue(),
    ),
};

for (const [fault, cause] of Object.entries(faults)) {
  test(`a section whose script ${fault}: the release before, with its texts`, async ({
    page,
    ownSite,
  }) => {
    team.deploy(ownSite.dataDir, 'home', '--skip-browser');
    const live = await idOf(ownSite, 'home');
    const before = await idOf(ownSite, 'home', 1);
    await cause(ownSite, page, live);

    await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cut by hand/);
    await expect(page.getByRole('img', { name: /ruby pig/ }).first()).toHaveAttribute(
      'src',
      new RegExp(`/releases/home/${before}/`),
    );
    expect(await page.title()).not.toBe('taken over');

    const table = ownSite.command('releases');
    expect(table).toMatch(new RegExp(`${live}[^\\n]*│ 1 +│`));
    expect(table).toMatch(new RegExp(`${before}[^\\n]*│ 0 +│`));
  });

  test(`the same at a later navigation: ${fault}`, async ({ page, ownSite }) => {
    team.deploy(ownSite.dataDir, 'home', '--skip-browser');
    await cause(ownSite, page, await idOf(ownSite, 'home'));
    await page.goto(`${ownSite.url}/contact`);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cut by hand/);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });
}

test('the texts follow a section that fails before they have come', async ({ page, ownSite }) => {
  team.deploy(ownSite.dataDir, 'home', '--skip-browser');
  const live = await idOf(ownSite, 'home');
  await loseScript(ownSite, 'home');
  const before = page.waitForResponse(
    (response) => /home.*remoteEntry/.test(response.url()) && response.ok(),
  );
  await page.route('**/api/locales/en', async (route) => {
    await (await before).finished();
    // Until the release before has been opened: then the page has nothing left to do.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await route.continue();
  });
  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cut by hand/);
  expect(ownSite.command('releases')).toMatch(new RegExp(`${live}[^\\n]*│ 1 +│`));
});

test('a release that hangs is given 3 s, no more and no less', async ({ page, ownSite }) => {
  team.deploy(ownSite.dataDir, 'home', '--skip-browser');
  const live = await idOf(ownSite, 'home');
  const before = await idOf(ownSite, 'home', 1);
  await faults.hangs?.(ownSite, page, live);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  // By the page's own clock: a slow machine is no slow site.
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
  await expect.poll(() => asked.some((url) => isLive(url, live))).toBe(true);
  await page.waitForFunction(() => document.documentElement.lang === 'en');
  await page.waitForLoadState('domcontentloaded');
  await page.clock.runFor(2900);
  expect(asked.some((url) => isLive(url, before))).toBe(false);
  await page.clock.runFor(200);
  await expect.poll(() => asked.some((url) => isLive(url, before))).toBe(true);
});

test('when both releases fail, a message says so and trying again really tries', async ({
  page,
  ownSite,
}) => {
  team.deploy(ownSite.dataDir, 'home', '--skip-browser');
  await page.route(entry, (route) => route.abort());
  await page.goto(`${ownSite.url}/home`);
  const message = page.getByRole('alert');
  await expect(message).toContainText('mud bath');
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(message).toContainText('mud bath');
  // The rest of the site works meanwhile.
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel('E-mail address', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.unroute(entry);
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cut by trotter/);
});

test('a section that works again after a release before that did not has its own texts', async ({
  page,
  ownSite,
}) => {
  await faults['throws while rendering']?.(ownSite, page, '');
  team.deploy(ownSite.dataDir, 'home', '--skip-browser');
  const live = await idOf(ownSite, 'home');
  await faults['loses its connection']?.(ownSite, page, live);
  await page.goto(`${ownSite.url}/home`);
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute(entry);
  await again.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cut by trotter/);
});

test('a changed file of the shell is refused: the page stays empty rather than foreign', async ({
  page,
  ownSite,
}) => {
  await tamper(ownSite, 'shell', 'document.body.textContent = "taken over";');
  await page.goto(`${ownSite.url}/home`);
  await expect(page.locator('#root')).toBeEmpty();
  await expect(page.getByText('taken over')).toHaveCount(0);
});

test('the document lets nothing run or frame that the site did not write', async ({
  request,
  site,
}) => {
  const headers = (await request.get(`${site.url}/home`)).headers();
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  expect(headers['integrity-policy']).toBe('blocked-destinations=(script)');
});

test('the log of failures stays where the owner finds it', async ({ ownSite, request }) => {
  const home = await idOf(ownSite, 'home');
  // Nothing but a release of the store can be reported, whatever is sent.
  await request.get(`${ownSite.url}/api/locales/en?failed=home@000000000000,../../x,home@${home}`);
  await request.get(`${ownSite.url}/api/locales/en?failed=home@${home}`);
  const file = path.join(ownSite.dataDir, 'releases/.failed', `home@${home}`);
  expect(await readFile(file, 'utf8')).toBe('.');
});
