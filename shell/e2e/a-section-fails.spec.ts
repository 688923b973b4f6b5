import { expect, test } from './fixtures/fixtures.ts';
import { failures, faults, oldWords, releaseNewWords } from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

test.use({ expectedErrors: [/(remoteEntry|mud-bath)\S*\)$|had to be rendered again/] });

test('a first load of a section that fails shows the release before with its texts, and the failure is counted', async ({
  page,
  heading,
  ownSite,
}) => {
  const { before } = await releaseNewWords(ownSite);
  for (const [fault, isCounted] of [
    ['throws when it starts', true],
    ['throws while rendering', true],
    // The site finds a damaged file itself, before a visitor reports it.
    ['has been changed on the disk', false],
  ] as const)
    await test.step(`it ${fault}`, async () => {
      const id = await faults[fault](ownSite);
      await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
      await expect(heading).toHaveText(oldWords);
      const mascot = page.getByRole('img', { name: text('home.header.mascot') }).first();
      await expect(mascot).toHaveAttribute('src', new RegExp(`/releases/home/${before}/`));
      expect(await page.evaluate(() => 'isTakenOver' in globalThis)).toBe(false);
      if (isCounted) await expect.poll(() => failures(ownSite, id)).toBe(1);
    });
  expect(await failures(ownSite, before)).toBe(0);
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
