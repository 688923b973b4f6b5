import { expect, test } from './fixtures/fixtures.ts';
import { releaseNewWords } from './fixtures/new-words.ts';
import { reword, text } from './fixtures/text.ts';

const title = { level: 1 } as const;
const texts = 'remote-home/locales/en.yaml';

test('a page opened before ten deploys keeps its set of releases and works', async ({
  page,
  ownSite,
  team,
}) => {
  await page.goto(`${ownSite.url}/contact`);
  await expect(page.getByRole('heading', title)).toBeVisible();
  for (let release = 1; release < 10; release += 1) await releaseNewWords(ownSite);
  await reword(team, texts, 'home.header.accent', 'cut 10 times.');
  expect(team.deploy(ownSite.dataDir, 'home', '--skip-browser').status).toBe(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', title)).toContainText(text('home.header.accent'));
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', title)).toContainText(text('home.header.accent', 'de'));
  await page.getByLabel('Sprache').selectOption('en');
  await expect(page.getByRole('heading', title)).toContainText(text('home.header.accent'));

  // It is offered the new set, quietly, and gets it when the visitor wants it.
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', title)).toHaveText(/cut 10 times/);
});

test('nothing newer is offered while a form has unsent text, and an offer goes when one is typed', async ({
  page,
  ownSite,
  team,
}) => {
  await page.goto(`${ownSite.url}/home`);
  await reword(team, texts, 'home.introduction.title', 'Ahoy!');
  team.deploy(ownSite.dataDir, 'home', '--skip-browser');
  const offer = page.getByRole('button', { name: 'Reload' });
  const firstName = page.getByLabel(text('contact.message.firstName'));

  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(offer).toBeVisible();
  await firstName.fill('Zoe');
  await expect(offer).toHaveCount(0);

  const asked = page.waitForResponse((response) => response.request().method() === 'HEAD');
  await page.getByRole('link', { name: 'Home' }).click();
  await (await asked).finished();
  await expect(page.getByRole('heading', { name: text('home.introduction.title') })).toBeVisible();
  await expect(offer).toHaveCount(0);

  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(firstName).toHaveValue('Zoe');
  await firstName.fill('');
  await page.getByRole('link', { name: 'Home' }).click();
  await offer.click();
  await expect(page.getByRole('heading', { name: 'Ahoy!' })).toBeVisible();
});
