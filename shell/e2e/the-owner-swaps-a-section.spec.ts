import { expect, test } from './fixtures/fixtures.ts';
import {
  idOf,
  liveIds,
  newWords,
  oldWords,
  putLive,
  releaseAgain,
  releaseScript,
  writeNewWords,
} from './fixtures/releases.ts';
import { reworded, text } from './fixtures/text.ts';

const title = { level: 1 } as const;

test('a deployed text is what the next visitor sees, with the shell untouched; a roll-back takes it back, and the next start keeps that', async ({
  page,
  ownSite,
  team,
}) => {
  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);
  const shellBefore = await liveIds(ownSite, 'shell');

  await writeNewWords(team);
  expect(team.deploy(ownSite.dataDir, 'home')).toMatchObject({ status: 0 });

  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', title)).toHaveText(newWords);
  expect(await liveIds(ownSite, 'shell')).toEqual(shellBefore);

  expect(ownSite.command('rollback', 'home')).toMatch(/^home@[0-9a-f]{12} is live\./);
  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);

  // What `npm start` does before it serves the site.
  const start = team.deploy(ownSite.dataDir, '--changed', '--skip-browser');
  expect(start).toMatchObject({ status: 0 });
  await page.reload();
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);
});

test('a preview is seen by whoever opens its link, and by nobody else', async ({
  page,
  context,
  ownSite,
  team,
}) => {
  await writeNewWords(team);
  const live = await idOf(ownSite, 'home');
  const { said } = team.deploy(ownSite.dataDir, 'home', '--preview');
  const [link = '', ref = ''] = said.match(/http\S+\?preview=(home@[0-9a-f]{12})/) ?? [];
  const address = link.replace('http://localhost:5037', ownSite.url);
  expect(await idOf(ownSite, 'home')).toBe(live);

  await page.goto(address);
  await expect(page.getByRole('heading', title)).toHaveText(newWords);
  const badge = page.getByRole('complementary');
  await expect(badge).toContainText(ref);

  // It lasts while they move through the site, and over a reload.
  const message = page.getByRole('textbox', { name: text('contact.message.message') });
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(message).toBeVisible();
  await expect(badge).toContainText(ref);
  await page.reload();
  await expect(message).toBeVisible();
  await expect(badge).toContainText(ref);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', title)).toHaveText(newWords);

  // Another tab sees what everybody sees, at the same time.
  const other = await context.newPage();
  await other.goto(`${ownSite.url}/home`);
  await expect(other.getByRole('heading', title)).toHaveText(oldWords);
  await expect(other.getByRole('complementary')).toHaveCount(0);

  await badge.getByRole('link', { name: text('notices.leavePreview') }).click();
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);
  await expect(badge).toHaveCount(0);
});

test('a preview in German has the texts of the previewed release', async ({ page, ownSite }) => {
  const live = await idOf(ownSite, 'home');
  const preview = await releaseAgain(ownSite, 'home', (content, file) =>
    file === 'locales/de.yaml'
      ? reworded(`${content}`, 'home.header.accent', 'mit Klaue geschliffen.')
      : content,
  );
  await putLive(ownSite, 'home', live);
  await page.goto(`${ownSite.url}/home?preview=home@${preview}`);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', title)).toHaveText(/mit Klaue geschliffen/);

  // Whose language is in the address takes it along when they leave.
  await page.goto(`${ownSite.url}/home?language=de&preview=home@${preview}`);
  await page.getByRole('link', { name: text('notices.leavePreview', 'de') }).click();
  await expect(page).toHaveURL(`${ownSite.url}/home?language=de`);
  await expect(page.getByRole('heading', title)).toContainText(text('home.header.accent', 'de'));
});

const faults = {
  'cannot be loaded': 'throw new Error("mud")',
  'throws while rendering':
    'export const init = () => {}; export const get = async () => () => ({ default() { throw new Error("mud"); } });',
};

test.describe('a previewed release that fails', () => {
  test.use({ expectedErrors: [/mud/] });

  test('is seen failing: nothing stands in for it', async ({ page, ownSite }) => {
    const live = await idOf(ownSite, 'home');
    for (const [how, fault] of Object.entries(faults))
      await test.step(how, async () => {
        const bad = await releaseScript(ownSite, 'home', fault);
        await putLive(ownSite, 'home', live);
        await page.goto(`${ownSite.url}/home?preview=home@${bad}`);
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
        await expect(page.getByRole('heading', title)).not.toHaveText(oldWords);
        const badge = page.getByRole('complementary');
        await expect(badge).toContainText(`home@${bad}`);
        await expect(badge).toContainText(text('notices.previewFailed').replace('{path}', '/home'));
        await expect(badge).toContainText('Error: mud');
        // The other pages are as they are live.
        await page.getByRole('link', { name: text('header.links.contact') }).click();
        await expect(page.getByRole('heading', title)).toHaveText(text('contact.title'));
      });
  });
});
