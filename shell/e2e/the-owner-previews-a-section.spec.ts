import { expect, test } from './fixtures/fixtures.ts';
import { newWords, oldWords, writeNewWords } from './fixtures/new-words.ts';
import { idOf, putLive, releaseScript } from './fixtures/release-files.ts';
import { reword, text } from './fixtures/text.ts';

const title = { level: 1 } as const;

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

test('a preview in German has the texts of the previewed release', async ({
  page,
  ownSite,
  team,
}) => {
  const texts = 'remote-home/locales/de.yaml';
  await reword(team, texts, 'home.header.accent', 'mit Klaue geschliffen.');
  const { said } = team.deploy(ownSite.dataDir, 'home', '--preview');
  const [preview = ''] = said.match(/home@[0-9a-f]{12}/) ?? [];
  await page.goto(`${ownSite.url}/home?preview=${preview}`);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', title)).toHaveText(/mit Klaue geschliffen/);

  // Whose language is in the address takes it along when they leave.
  await page.goto(`${ownSite.url}/home?language=de&preview=${preview}`);
  await page.getByRole('link', { name: text('notices.leavePreview', 'de') }).click();
  await expect(page).toHaveURL(`${ownSite.url}/home?language=de`);
  await expect(page.getByRole('heading', title)).toContainText(text('home.header.accent', 'de'));
});

for (const [how, fault] of Object.entries({
  'cannot be loaded': 'throw new Error("mud")',
  'throws while rendering':
    'export const init = () => {}; export const get = async () => () => ({ default() { throw new Error("mud"); } });',
}))
  test.describe(() => {
    test.use({ expectedErrors: [/mud/] });

    test(`a previewed release that ${how} is seen failing: nothing stands in for it`, async ({
      page,
      ownSite,
    }) => {
      const live = await idOf(ownSite, 'home');
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
