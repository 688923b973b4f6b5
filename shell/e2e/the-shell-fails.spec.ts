import type { Page, Route } from '@playwright/test';
import { techProject } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { headerOf } from './fixtures/header.ts';
import { failures, idOf, putLive, releaseScript, releasesOf } from './fixtures/releases.ts';
import { firstLine, text } from './fixtures/text.ts';

const expectedErrors = [/\/releases\/shell\/\w+\/main\.|Strict MIME type checking/];
test.use({ reducedMotion: 'reduce', expectedErrors });

/** Throws when React creates the header's element, as a component would; it finds none in the document. */
const throwAtHeader = `
  document.querySelector('header')?.remove();
  const make = document.createElement.bind(document);
  document.createElement = (name, ...options) => {
    if (name === 'header') throw new Error('mud');
    return make(name, ...options);
  };`;

test('a shell that fails is replaced and counted', async ({ page, context, ownSite }) => {
  const before = await idOf(ownSite, 'shell');
  for (const fault of ['throws while rendering', 'has been changed on its way'])
    await test.step(`it ${fault}`, async () => {
      const throws = fault === 'throws while rendering';
      await putLive(ownSite, 'shell', before);
      const script = (own: Buffer) => (throws ? throwAtHeader : '') + own;
      const { id: live } = await releaseScript(ownSite, 'shell', script);
      // A script that takes the page over, which the integrity of the document refuses.
      const takeOver = async (route: Route) => {
        const response = await route.fetch();
        const body = `${await response.text()}\ndocument.title = 'taken over';`;
        await route.fulfill({ response, body });
      };
      if (!throws) await context.route(`**/releases/shell/${live}/main.*.mjs`, takeOver);
      const address = `${ownSite.url}/contact?after=${live}#top`;
      await page.goto(address, { waitUntil: 'commit' });
      await expect.poll(() => releasesOf(page).catch(() => [])).toContain(`shell@${before}`);
      await expectUsable(page);
      expect(page.url()).toBe(address);
      expect(await page.title()).not.toBe('taken over');
      expect(await failures(ownSite, live)).toBe(1);
    });
  expect(await failures(ownSite, before)).toBe(0);
});

/** The app runs and reacts. */
async function expectUsable(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await headerOf(page).theme.selectOption('light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
}

test('a page without a shell is readable', async ({ page, context, heading, header, ownSite }) => {
  const [, below] = techProject().texts;
  await putLive(ownSite, 'shell', await idOf(ownSite, 'shell'));
  let isLost = true;
  await context.route('**/releases/shell/*/main.*.mjs', (route) =>
    isLost ? route.abort() : route.continue(),
  );
  await page.goto(`${ownSite.url}/portfolio`, { waitUntil: 'commit' });
  const notice = page.getByText(text('site.lost'));
  await expect(notice).toBeVisible();
  await expect(heading).toBeVisible();
  // Texts of other tabs are readable, too, and controls that need the app are hidden.
  await expect(page.getByText(firstLine(below?.text ?? ''))).toBeVisible();
  await expect(page.locator(':is([role=tab], select):visible')).toHaveCount(0);
  await header.link('contact').click();
  await expect(heading).toHaveText(text('contact.title'));
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: text('contact.findMe.copyEmail') })).toHaveCount(0);

  isLost = false;
  await page.getByRole('button', { name: text('notices.retry') }).click();
  await expectUsable(page);
});
