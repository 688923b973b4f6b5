import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { newWords, oldWords, releaseNewWords } from './fixtures/releases.ts';
import { otherLanguage, text } from './fixtures/text.ts';

test('an open page keeps its releases over deploys', async ({ page, header, heading, ownSite }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${ownSite.url}/contact`);
  await expect(heading).toBeVisible();
  await releaseNewWords(ownSite);
  await releaseNewWords(ownSite);
  await header.link('home').click();
  await expect(heading).toHaveText(oldWords);
  await header.language.selectOption(otherLanguage);
  await expect(heading).toContainText(text('home.header.accent', otherLanguage));
  await header.language.selectOption('en');
  await expect(heading).toHaveText(oldWords);

  // A hint stays while the focus is in it.
  const load = page.getByRole('button', { name: text('notices.reload') });
  await load.focus();
  await expectNoViolation(page, 'with a hint of info');

  // The visitor decides when to load the new set.
  await load.click();
  await expect(heading).toHaveText(newWords);
});
