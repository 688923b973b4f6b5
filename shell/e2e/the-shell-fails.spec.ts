import { expect, test } from './fixtures/fixtures.ts';
import { idOf, putLive } from './fixtures/release-files.ts';
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

for (const [fault, cause] of Object.entries(shellFaults))
  test(`a shell whose script ${fault}: the one before, and with none a word; at first load and in an open tab`, async ({
    page: tab,
    context,
    ownSite,
  }) => {
    test.slow();
    const visit = await context.newPage();
    await tab.goto(`${ownSite.url}/contact`);
    await expectUsable(tab);
    const before = await idOf(ownSite, 'shell');
    const live = await releaseShell(ownSite, cause);
    await putLive(ownSite, 'shell', live, before);
    await spoil(context, live, cause);

    await test.step('with a release before', async () => {
      await visit.goto(`${ownSite.url}/portfolio?from=card#top`, { waitUntil: 'commit' });
      // The open tab goes on with what it has, until it loads what is newer.
      await tab.getByRole('link', { name: 'Home' }).click();
      await tab.getByRole('button', { name: 'Reload' }).click();

      await expectMadeBy(visit, before);
      expect(visit.url()).toBe(`${ownSite.url}/portfolio?from=card#top`);
      expect(await visit.title()).not.toBe('taken over');
      await expectMadeBy(tab, before);
      expect(tab.url()).toBe(`${ownSite.url}/home`);
      // In this tab it stays so, without asking for the lost one again.
      await tab.reload({ waitUntil: 'commit' });
      await expectMadeBy(tab, before);

      const table = ownSite.command('releases');
      expect(table).toMatch(new RegExp(`${live}[^\\n]* 1$`, 'm'));
      expect(table).toMatch(new RegExp(`${before}[^\\n]* 0$`, 'm'));
    });

    await test.step('with none before it', async () => {
      await putLive(ownSite, 'shell', live);
      await Promise.all([
        visit.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' }),
        tab.reload({ waitUntil: 'commit' }),
      ]);
      await expect(visit.getByText(lost)).toBeVisible(patient);
      await expect(tab.getByText(lost)).toBeVisible(patient);

      await putLive(ownSite, 'shell', before);
      await tab.getByRole('button', { name: text('notices.retry') }).click();
      await expectMadeBy(tab, before);
      await expect(tab.getByText(lost)).toBeHidden();
    });
  });

test('the one before fails too: no loop, a word and a button that really tries again', async ({
  page,
  context,
  ownSite,
}) => {
  const fault = shellFaults['throws when it starts'];
  await releaseShell(ownSite, fault);
  await releaseShell(ownSite, fault);
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
