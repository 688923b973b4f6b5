import { expect, test } from './fixtures/fixtures.ts';
import { failures, faults, oldWords, releaseNewWords } from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

const expectedErrors = [/(remoteEntry|mud-bath)\S*\)$|had to be rendered again/];
test.use({ reducedMotion: 'reduce', expectedErrors });

test('a section that fails is replaced and counted', async ({ page, heading, ownSite }) => {
  const { before } = await releaseNewWords(ownSite);
  const listed: RegExp[] = [];
  const thrown = 'Error\\n +at remoteEntry\\.\\w+\\.mjs:1:\\d+\\n';
  for (const [fault, told] of [
    ['throws when it starts', thrown],
    ['throws while rendering', thrown],
    ['misses a node that it has moved itself', 'NotFoundError\\n'],
    // The site finds a damaged file itself, before a visitor reports it.
    ['has been changed on the disk', undefined],
  ] as const)
    await test.step(`it ${fault}`, async () => {
      const id = await faults[fault](ownSite);
      await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
      await expect(heading).toHaveText(oldWords);
      const mascot = page.getByRole('img', { name: text('home.header.mascot') }).first();
      await expect(mascot).toHaveAttribute('src', new RegExp(`/releases/home/${before}/`));
      expect(await page.evaluate(() => 'isTakenOver' in globalThis)).toBe(false);
      if (!told) return;
      await expect.poll(() => failures(ownSite, id)).toBe(1);
      listed.push(new RegExp(`home@${id} +1 visitor, .*\\n +${told}`));
    });
  const faultsOfHome = await ownSite.command('releases faults home');
  for (const each of listed) expect(faultsOfHome).toMatch(each);
  expect(await failures(ownSite, before)).toBe(0);
});

test('without a working release the document stays', async ({ page, header, heading }) => {
  await page.route(/home\/.*remoteEntry|mud-bath/, (route) => route.abort());
  await page.goto('/home', { waitUntil: 'load' });
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
