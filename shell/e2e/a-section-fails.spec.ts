import { expect, test } from './fixtures/fixtures.ts';
import {
  entry,
  faults,
  idOf,
  isOf,
  newWords,
  oldWords,
  putLive,
  releaseNewWords,
} from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

// Whatever the browser says of a file that is missing, refused or broken.
test.use({ expectedErrors: [/./] });

test('whatever becomes of its script: a first load has the release before, with its texts, and the owner sees it counted', async ({
  page,
  ownSite,
}) => {
  test.slow();
  const before = await idOf(ownSite, 'home');
  const failed: string[] = [];
  for (const [fault, cause] of Object.entries(faults))
    await test.step(`it ${fault}`, async () => {
      await putLive(ownSite, 'home', before);
      const { live } = await releaseNewWords(ownSite);
      const caused = await cause(ownSite);
      // What is wrong on the disk the site finds itself, before a visitor says so.
      const isOnDisk = fault === 'is missing' || fault === 'has been changed on the disk';
      if (!isOnDisk) failed.push(typeof caused === 'string' ? caused : live);
      await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(oldWords);
      await expect(
        page.getByRole('img', { name: text('home.header.mascot') }).first(),
      ).toHaveAttribute('src', new RegExp(`/releases/home/${before}/`));
      expect(await page.title()).not.toBe('taken over');
    });
  const table = ownSite.command('releases');
  for (const live of failed) expect(table).toMatch(new RegExp(`${live}[^\\n]* 1$`, 'm'));
  expect(table).toMatch(new RegExp(`${before}[^\\n]* 0$`, 'm'));
});

test('the texts follow a section that fails before they have come', async ({ page, ownSite }) => {
  const { before } = await releaseNewWords(ownSite);
  const live = await faults['throws when it starts'](ownSite);
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
  await page.route(entry, async (route) => {
    if (!isOf(live, route.request().url())) await route.continue();
  });
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

test('when both releases fail, a message says so and trying again really tries', async ({
  page,
  ownSite,
}) => {
  await releaseNewWords(ownSite);
  await page.route(entry, (route) => route.abort());
  await page.goto(`${ownSite.url}/home`);
  const message = page.getByRole('alert');
  await expect(message).toContainText(text('notices.sectionFailed.title'));
  const asked = page.waitForRequest(entry);
  await message.getByRole('button', { name: text('notices.retry') }).click();
  await asked;
  await expect(message).toContainText(text('notices.sectionFailed.title'));
  // The rest of the site works meanwhile.
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel(text('contact.message.email'), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(message).toContainText(text('notices.sectionFailed.title'));
  await page.unroute(entry);
  await message.getByRole('button', { name: text('notices.retry') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(newWords);
});

test('a section that works again after a release before that did not has its own texts', async ({
  page,
  ownSite,
}) => {
  const first = await idOf(ownSite, 'home');
  const broken = await faults['throws while rendering'](ownSite);
  await putLive(ownSite, 'home', first);
  const { live } = await releaseNewWords(ownSite);
  await putLive(ownSite, 'home', live, broken);
  await page.route(entry, (route) =>
    isOf(live, route.request().url()) ? route.abort() : route.continue(),
  );
  await page.goto(`${ownSite.url}/home`);
  const again = page.getByRole('alert').getByRole('button', { name: text('notices.retry') });
  await expect(again).toBeVisible();
  await page.unroute(entry);
  await again.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(newWords);
});

test('where its picture cannot be had either, the words stand alone, without the sign of a broken one', async ({
  page,
}) => {
  await page.route(/remoteEntry|mud-bath/, (route) => route.abort());
  await page.goto('/home');
  const notice = page.getByRole('alert');
  await expect(notice.getByRole('button')).toBeVisible();
  await expect(notice.locator('img[aria-busy]')).toHaveCount(0);
  await expect(notice.locator('img')).toBeHidden();
});
