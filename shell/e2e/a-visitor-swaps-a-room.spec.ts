import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { liveIds, newWords, putLive, releaseNewWords } from './fixtures/releases.ts';
import { editionText, otherLanguage, saying, text } from './fixtures/text.ts';

const words = (key: string, language?: string) => text(`home.plan.${key}`, language);
const title = (of: typeof text, language?: string) => saying(of('home.header.accent', language));

test('the keyboard swaps home for its other edition', async ({ page, header, heading, site }) => {
  const [live, before] = await liveIds(site, 'home');
  await page.goto('/home');
  const plan = page.getByRole('figure');
  await plan.scrollIntoViewIfNeeded();
  const room = page.locator('#page-root');
  const colors = () =>
    room.evaluate((it) =>
      ['primary', 'accent', 'button'].map((of) => getComputedStyle(it).getPropertyValue(`--${of}`)),
    );
  const ofLive = await colors();
  const banner = await page.getByRole('banner').elementHandle();
  const swap = page.getByRole('button', { name: words('swap') });
  const place = await swap.boundingBox();
  await swap.press('Enter');
  await expect(heading).toHaveText(title(editionText));
  const another = ofLive.map((color) => expect.stringContaining(`oklch(from ${color} `));
  expect(await colors(), 'another hue').toEqual(another);
  const back = page.getByRole('button', { name: words('swapBack') });
  await expect(back).toBeFocused();
  const moved = async () => Math.abs(((await back.boundingBox())?.y ?? 0) - (place?.y ?? 0));
  await expect.poll(moved).toBeLessThan(1);
  await expect(plan).toContainText(`home@${before}`);
  await expect(plan).toContainText(/\d ms, \d+(\.\d)? kB/);
  await expect(page.getByText(/^This room is another release now: fetched in/)).toBeVisible();
  expect(await banner?.evaluate((node) => node.isConnected), 'the header stood still').toBe(true);
  await expectNoViolation(page, 'the other release in another hue');

  // The swapped release stays on other pages and in the other language.
  await header.link('contact').click();
  await expect(heading).toHaveText(text('contact.title'));
  expect(await colors(), 'other pages keep their hue').toEqual(ofLive);
  await header.link('home').click();
  await expect(heading).toHaveText(title(editionText));
  await header.language.selectOption(otherLanguage);
  await expect(heading).toHaveText(title(editionText, otherLanguage));
  await plan.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: words('swapBack', otherLanguage) }).press('Enter');
  await expect(plan).toContainText(`home@${live}`);
  await expect(heading).toHaveText(title(text, otherLanguage));
  expect(await colors()).toEqual(ofLive);
});

test.describe('when the other release is lost', () => {
  test.use({ reducedMotion: 'reduce', expectedErrors: [/ERR_FAILED.*\/remoteEntry/] });

  test('home stays as it was, and a sentence says so', async ({ page, heading, ownSite }) => {
    const { live, before } = await releaseNewWords(ownSite);
    const plan = page.getByRole('figure');
    await page.goto(`${ownSite.url}/home`);
    await page.route(`**/releases/home/${before}/remoteEntry*`, (call) => call.abort());
    await plan.scrollIntoViewIfNeeded();
    const swap = page.getByRole('button', { name: words('swap') });
    await swap.click();
    await expect(page.getByText(words('lost'), { exact: true })).toBeVisible();
    await expect(swap).toHaveAttribute('aria-busy', 'false');
    await expect(heading).toHaveText(newWords);

    await putLive(ownSite, 'home', live);
    await page.reload();
    await plan.scrollIntoViewIfNeeded();
    await expect(plan).toContainText(words('here'));
    await expect(plan.getByRole('button')).toHaveCount(0);
  });
});
