import { readFailures } from '@portfolio/releases/ledger/visits.ts';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { oldWords, releaseNewWords } from './fixtures/new-words.ts';
import { idOf, putLive } from './fixtures/release-files.ts';
import { faults, isOf } from './fixtures/section-faults.ts';
import { text } from './fixtures/text.ts';

// Whatever the browser says of a file that is missing, refused or broken.
test.use({ expectedErrors: [/./] });

for (const [fault, cause] of Object.entries(faults))
  test(`a section whose script ${fault}: the release before, with its texts, at once and after a move`, async ({
    page,
    ownSite,
  }) => {
    const { live, before } = await releaseNewWords(ownSite);
    const caused = await cause(ownSite, page, live);
    const failing = typeof caused === 'string' ? caused : live;

    await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(oldWords);
    await expect(
      page.getByRole('img', { name: text('home.header.mascot') }).first(),
    ).toHaveAttribute('src', new RegExp(`/releases/home/${before}/`));
    expect(await page.title()).not.toBe('taken over');

    const table = ownSite.command('releases');
    expect(table).toMatch(new RegExp(`${failing}[^\\n]* 1$`, 'm'));
    expect(table).toMatch(new RegExp(`${before}[^\\n]* 0$`, 'm'));

    await page.goto(`${ownSite.url}/contact`);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(oldWords);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

test('the texts follow a section that fails before they have come', async ({ page, ownSite }) => {
  const { live, before } = await releaseNewWords(ownSite);
  await faults['is missing'](ownSite);
  const opened = page.waitForResponse(
    (response) => isOf(before, response.url()) && response.url().includes('remoteEntry'),
  );
  await page.route('**/api/locales/en', async (route) => {
    await (await opened).finished();
    // Until the release before has been opened: then the page has nothing left to do.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await route.continue();
  });
  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(oldWords);
  expect(ownSite.command('releases')).toMatch(new RegExp(`${live}[^\\n]* 1$`, 'm'));
});

test('a release that hangs is given 3 s, no more and no less', async ({ page, ownSite }) => {
  const { live, before } = await releaseNewWords(ownSite);
  await faults.hangs(ownSite, page, live);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  // By the page's own clock: a slow machine is no slow site.
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
  await expect.poll(() => asked.some((url) => isOf(live, url))).toBe(true);
  await page.waitForLoadState('domcontentloaded');
  // The app starts after the first frame, which is by the page's clock as well.
  const isStarted = async () => {
    await page.clock.runFor(20);
    return page.evaluate(() => document.adoptedStyleSheets.length > 0);
  };
  await expect.poll(isStarted).toBe(true);
  await page.clock.runFor(2900);
  expect(asked.some((url) => isOf(before, url))).toBe(false);
  await page.clock.runFor(200);
  await expect.poll(() => asked.some((url) => isOf(before, url))).toBe(true);
});

test('a part that comes late is there before any script, and asked for twice; when it is lost, the release before', async ({
  page,
  ownSite,
  team,
}) => {
  // A build, inspected in a browser.
  test.setTimeout(200_000);
  await team.change(
    'remote-home/src/page.tsx',
    "import { GameTiles } from './game-tiles.tsx';",
    `import { lazy } from 'react';
const GameTiles = lazy(async () => ({ default: (await import('./game-tiles.tsx')).GameTiles }));`,
  );
  const { status, said } = team.deploy(ownSite.dataDir, 'home');
  expect(status, said).toBe(0);
  const [live, before] = [await idOf(ownSite, 'home'), await idOf(ownSite, 'home', 1)];
  const part = /\/releases\/home\/\w+\/\d+\.\w+\.mjs$/;
  const asked: string[] = [];
  page.on('request', (request) => void (part.test(request.url()) && asked.push(request.url())));
  const tiles = page.getByText(text('home.games.mud-inc.line'));
  const html = await (await page.request.get(`${ownSite.url}/home`)).text();
  expect(html).toContain(`data-page="home@${live}"`);
  expect(html).toContain(text('home.games.mud-inc.line'));

  await page.goto(`${ownSite.url}/home`);
  await expect(page.locator('html[data-ready]')).toBeVisible();
  await expect(tiles).toBeVisible();
  expect(asked).toHaveLength(1);

  let lost = 1;
  await page.route(part, (route) => (lost-- > 0 ? route.abort() : route.continue()));
  await page.goto(`${ownSite.url}/contact`);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(tiles).toBeVisible();
  expect(asked).toHaveLength(3);

  lost = 2;
  await page.goto(`${ownSite.url}/home`);
  const mascot = page.getByRole('img', { name: text('home.header.mascot') }).first();
  await expect(mascot).toHaveAttribute('src', new RegExp(`/releases/home/${before}/`));
  await expect(tiles).toBeVisible();
  expect(asked).toHaveLength(5);

  // With no release before, trying again really tries.
  await putLive(ownSite, 'home', live);
  lost = 2;
  await page.goto(`${ownSite.url}/home`);
  const again = page.getByRole('alert').getByRole('button', { name: text('notices.retry') });
  await again.click();
  await expect(tiles).toBeVisible();
  await expect.poll(() => asked).toHaveLength(8);
});

test('a failure is counted where the owner finds it, once', async ({ ownSite, request }) => {
  const home = await idOf(ownSite, 'home');
  // Nothing but a release of the store can be reported, whatever is sent.
  await request.get(`${ownSite.url}/api/locales/en?failed=home@000000000000,../../x,home@${home}`);
  await request.get(`${ownSite.url}/api/locales/en?failed=home@${home}`);
  const place = { DATA_DIR: ownSite.dataDir };
  const failed = async () => {
    const store = await openStore(place, { info() {}, error() {} });
    const counted = await readFailures(store, 'home');
    await store.close();
    return [...(counted ?? [])];
  };
  await expect.poll(failed).toEqual([[home, 1]]);
});
