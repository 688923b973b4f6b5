import { expect, test } from './fixtures/fixtures.ts';
import { idOf, putLive } from './fixtures/releases.ts';
import {
  expectMadeBy,
  expectUsable,
  patient,
  releaseShell,
  shellFaults,
  spoil,
} from './fixtures/shell-faults.ts';
import { text } from './fixtures/text.ts';

// Whatever the browser says of a file that is missing, refused or broken.
test.use({ expectedErrors: [/./] });

const lost = text('site.lost');
const broken = { script: () => 'export const = ;' };

test('whatever becomes of its script: a first load has the shell before, and the owner sees it counted', async ({
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
  const table = ownSite.command('releases');
  for (const live of failed) expect(table).toMatch(new RegExp(`${live}[^\\n]* 1$`, 'm'));
  expect(table).toMatch(new RegExp(`${before}[^\\n]* 0$`, 'm'));
});

test('an open tab goes on until it loads what fails: then it has the one before, and with none a word', async ({
  page,
  ownSite,
}) => {
  await page.goto(`${ownSite.url}/contact`);
  await expectUsable(page);
  const before = await idOf(ownSite, 'shell');
  const live = await releaseShell(ownSite, broken);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expectMadeBy(page, before);
  expect(page.url()).toBe(`${ownSite.url}/home`);
  // In this tab it stays so, without asking for the lost one again.
  await page.reload({ waitUntil: 'commit' });
  await expectMadeBy(page, before);

  await putLive(ownSite, 'shell', live);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText(lost)).toBeVisible(patient);
  await putLive(ownSite, 'shell', before);
  await page.getByRole('button', { name: text('notices.retry') }).click();
  await expectMadeBy(page, before);
  await expect(page.getByText(lost)).toBeHidden();
});

test('the one before fails too: no loop, a word and a button that really tries again', async ({
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
  await page.goto(`${ownSite.url}/home?language=de`, { waitUntil: 'commit' });
  await expect(page.getByText(text('site.lost', 'de'))).toBeVisible(patient);
  await expect.poll(() => documents.length).toBe(2);
  await page.getByRole('button', { name: text('notices.retry', 'de') }).click();
  await expect.poll(() => documents.length).toBe(4);
  await expect(page.getByText(text('site.lost', 'de'))).toBeVisible(patient);
  expect(documents).toHaveLength(4);
});

test('a shell that loads the page again for ever is stopped: the one before, and with none a word', async ({
  page,
  ownSite,
}) => {
  const before = await idOf(ownSite, 'shell');
  const live = await releaseShell(ownSite, { script: () => 'location.reload();' });
  await putLive(ownSite, 'shell', live, before);
  await page.goto(`${ownSite.url}/home`, { waitUntil: 'commit' });
  await expectMadeBy(page, before);
  await page.reload({ waitUntil: 'commit' });
  await expectMadeBy(page, before);

  await putLive(ownSite, 'shell', live);
  await page.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' });
  await expect(page.getByText(lost)).toBeVisible(patient);
});
