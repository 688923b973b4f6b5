import { expect, test } from './fixtures/fixtures.ts';
import { newWords, oldWords, releaseNewWords } from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

const title = { level: 1 } as const;

test('a page opened before ten deploys keeps its set of releases and works', async ({
  page,
  ownSite,
}) => {
  await page.goto(`${ownSite.url}/contact`);
  await expect(page.getByRole('heading', title)).toBeVisible();
  for (let release = 0; release < 10; release += 1) await releaseNewWords(ownSite);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', title)).toContainText(text('home.header.accent'));
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', title)).toContainText(text('home.header.accent', 'de'));
  await page.getByLabel('Sprache').selectOption('en');
  await expect(page.getByRole('heading', title)).toContainText(text('home.header.accent'));

  // It is offered the new set, quietly, and gets it when the visitor wants it.
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', title)).toHaveText(newWords);
});

test('nothing newer is offered while a form has unsent text, and an offer goes when one is typed', async ({
  page,
  ownSite,
}) => {
  await page.goto(`${ownSite.url}/home`);
  await releaseNewWords(ownSite);
  const offer = page.getByRole('button', { name: 'Reload' });
  const firstName = page.getByLabel(text('contact.message.firstName'));

  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(offer).toBeVisible();
  await firstName.fill('Zoe');
  await expect(offer).toHaveCount(0);

  const asked = page.waitForResponse((response) => response.request().method() === 'HEAD');
  await page.getByRole('link', { name: 'Home' }).click();
  await (await asked).finished();
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);
  await expect(offer).toHaveCount(0);

  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(firstName).toHaveValue('Zoe');
  await firstName.fill('');
  await page.getByRole('link', { name: 'Home' }).click();
  await offer.click();
  await expect(page.getByRole('heading', title)).toHaveText(newWords);
});
