import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf, newWords, oldWords, releaseNewWords } from './fixtures/releases.ts';
import type { RunningSite } from './fixtures/running-site.ts';
import { otherLanguage, text } from './fixtures/text.ts';

/** The server looks for changes twice a second. */
async function isServed(site: RunningSite): Promise<void> {
  const live = await idOf(site, 'home');
  const served = async () =>
    (await fetch(`${site.url}/api/locales/en`, { method: 'HEAD' })).headers.get('Releases');
  await expect.poll(served).toContain(`home@${live}`);
}

test('a page opened before two deploys keeps its set of releases and works', async ({
  page,
  header,
  heading,
  ownSite,
}) => {
  await page.goto(`${ownSite.url}/contact`);
  await expect(heading).toBeVisible();
  await releaseNewWords(ownSite);
  await releaseNewWords(ownSite);
  await isServed(ownSite);
  await header.link('home').click();
  await expect(heading).toHaveText(oldWords);
  await header.language.selectOption(otherLanguage);
  await expect(heading).toContainText(text('home.header.accent', otherLanguage));
  await header.language.selectOption('en');
  await expect(heading).toHaveText(oldWords);

  const offer = page.locator('[data-kind=info]');
  await offer.hover();
  await expectNoViolation(page, 'with a hint of info', () => offer.hover());

  // The visitor decides when to load the new set.
  await offer.getByRole('button', { name: text('notices.reload') }).click();
  await expect(heading).toHaveText(newWords);
});

test('no newer release is offered while a form has unsent text, and typing removes an offer', async ({
  page,
  header,
  heading,
  form,
  ownSite,
}) => {
  await page.goto(`${ownSite.url}/home`);
  await releaseNewWords(ownSite);
  await isServed(ownSite);
  const offer = page.getByRole('button', { name: text('notices.reload') });

  await header.link('contact').click();
  await expect(offer).toBeVisible();
  await form.firstName.fill('Zoe');
  await expect(offer).toHaveCount(0);

  const answer = page.waitForResponse((response) => response.request().method() === 'HEAD');
  await header.link('home').click();
  await answer;
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await expect(heading).toHaveText(oldWords);
  await expect(offer).toHaveCount(0);

  await header.link('contact').click();
  await expect(form.firstName).toHaveValue('Zoe');
  await form.firstName.fill('');
  await header.link('home').click();
  await offer.click();
  await expect(heading).toHaveText(newWords);
});
