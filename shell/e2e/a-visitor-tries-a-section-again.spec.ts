import { expect, test } from './fixtures/fixtures.ts';
import { deployNewWords, newWords, releaseNewWords } from './fixtures/new-words.ts';
import { entry, faults } from './fixtures/section-faults.ts';
import { text } from './fixtures/text.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

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
  await page.unroute(entry);
  await message.getByRole('button', { name: text('notices.retry') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(newWords);
});

test('a section that works again after a release before that did not has its own texts', async ({
  page,
  ownSite,
  team,
}) => {
  await faults['throws while rendering'](ownSite);
  const { live } = await deployNewWords(team, ownSite);
  await faults['loses its connection'](ownSite, page, live);
  await page.goto(`${ownSite.url}/home`);
  const again = page.getByRole('alert').getByRole('button', { name: text('notices.retry') });
  await expect(again).toBeVisible();
  await page.unroute(entry);
  await again.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(newWords);
});
