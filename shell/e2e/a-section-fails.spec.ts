import { expect, test } from './fixtures/fixtures.ts';
import {
  entry,
  failures,
  faults,
  idOf,
  isOf,
  newWords,
  oldWords,
  putLive,
  releaseNewWords,
} from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

// The browser logs files that are missing, refused or broken.
test.use({ expectedErrors: [/./] });

test('for every fault of its script, a first load shows the release before with its texts, and the failure is counted', async ({
  page,
  heading,
  ownSite,
}) => {
  test.slow();
  const before = await idOf(ownSite, 'home');
  const failed: string[] = [];
  for (const [fault, cause] of Object.entries(faults))
    await test.step(`it ${fault}`, async () => {
      await putLive(ownSite, 'home', before);
      await releaseNewWords(ownSite);
      const id = await cause(ownSite);
      // The site finds damaged files itself, before a visitor reports them.
      const isOnDisk = fault === 'is missing' || fault === 'has been changed on the disk';
      if (!isOnDisk) failed.push(id);
      await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
      await expect(heading).toHaveText(oldWords);
      const mascot = page.getByRole('img', { name: text('home.header.mascot') }).first();
      await expect(mascot).toHaveAttribute('src', new RegExp(`/releases/home/${before}/`));
      expect(await page.title()).not.toBe('taken over');
    });
  const counted = failures(ownSite);
  expect(failed.map((id) => counted.get(id))).toEqual(failed.map(() => 1));
  expect(counted.get(before)).toBe(0);
});

test('a section that works again, unlike its release before, has its own texts', async ({
  page,
  heading,
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
  const again = page.getByRole('button', { name: text('notices.retry') });
  await expect(again).toBeVisible();
  await page.unroute(entry);
  await again.click();
  await expect(heading).toHaveText(newWords);
});

test('when neither release works, the text of the document stays, and other pages get a notice without a broken picture', async ({
  page,
  header,
  heading,
}) => {
  await page.route(/home\/.*remoteEntry|mud-bath/, (route) => route.abort());
  await page.goto('/home');
  await expect(page.getByRole('button', { name: text('notices.retry') })).toBeVisible();
  await expect(heading).toContainText(text('home.header.accent'));
  await header.link('contact').click();
  await expect(heading).toHaveText(text('contact.title'));
  await header.link('home').click();
  const instead = page.getByRole('main').getByRole('alert');
  await expect(instead.getByRole('button')).toBeVisible();
  await expect(instead.locator('img[aria-busy]')).toHaveCount(0);
  await expect(instead.locator('img')).toBeHidden();
});
