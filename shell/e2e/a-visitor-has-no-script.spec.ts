import type { Locator, Page } from '@playwright/test';
import { colorOf, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { otherLanguage, saying, text } from './fixtures/text.ts';

// The browser logs the status of a refused form.
test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] });

/** No other element covers it: its corners receive clicks. */
async function expectUncovered(element: Locator): Promise<void> {
  const { width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  const end = { x: width - 4, y: height - 4 };
  for (const position of [{ x: 4, y: 4 }, end]) await element.click({ trial: true, position });
}

/** Loads all pictures, and returns those that are missing, or narrower or far wider than their box. */
const missingPictures = (page: Page) =>
  page.evaluate(async () => {
    const pictures = [...document.querySelectorAll('img')];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
    const isWrong = ({ naturalWidth: width, clientWidth: box, currentSrc }: HTMLImageElement) =>
      width === 0 || (currentSrc.endsWith('avif') && box > 0 && (width < box || width > box * 1.1));
    return pictures.filter(isWrong).map(({ src }) => src);
  });

test('every page is readable, shows its pictures and leads on', async ({ page, header }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/home');
  const ground = colorOf('light', '--background');
  await expect(page.locator('body')).toHaveCSS('background-color', ground);
  // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen counts
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(1000);
  expect(await missingPictures(page)).toEqual([]);
  // Controls that need script are hidden, and a note says what works without.
  for (const choice of [header.theme, header.language]) await expect(choice).toBeHidden();
  const note = page.locator('noscript p');
  await expect(note).toHaveText(saying(text('site.withoutScript.read')));
  await expectUncovered(note);

  await header.link('portfolio').click();
  await expect(page).toHaveURL('/portfolio');
  // Both texts of a project; the app shows one at a time.
  const panels = page.locator('[role=tabpanel]');
  await expect(panels).toHaveCount(projects.flatMap(({ texts }) => texts).length);
  for (const panel of await panels.all()) await expect(panel).toBeVisible();
  // Pictures with a file per theme show that of this one.
  const drawn = page.locator('main li img:visible');
  if (projects.some(({ images }) => images.some(({ path }) => path.includes('{theme}'))))
    await expect(drawn.and(page.locator("[src*='-light-']"))).not.toHaveCount(0);
  await expect(drawn.and(page.locator("[src*='-dark-']"))).toHaveCount(0);
  expect(await missingPictures(page)).toEqual([]);
});

test('a faulty message is returned, and a corrected one is sent', async ({ page, form, inbox }) => {
  await page.goto(`/contact?language=${otherLanguage}`);
  await expect(page.getByRole('button')).toHaveCount(1);
  const outcome = page.locator('#outcome');
  await form.fill({ email: 'zoe@example', message: 'Written without script' });
  await form.send.click();
  await expect(outcome).toContainText(text('hints.faultyMail', otherLanguage));
  const typed = outcome.getByRole('textbox');
  await expect(typed).toHaveValue('zoe@example\nWritten without script');
  await expectUncovered(typed);
  await expect(page).toHaveURL(`/contact?language=${otherLanguage}`);
  await form.fill({ email: 'zoe@example.org', message: 'Written without script' });
  await form.send.click();
  await expect(outcome).toContainText(text('hints.mailSuccess', otherLanguage));
  await expect(form.message).toHaveValue('');
  const sent = inbox.mails.filter((mail) => mail.text?.includes('Written without script'));
  expect(sent).toHaveLength(1);
});
