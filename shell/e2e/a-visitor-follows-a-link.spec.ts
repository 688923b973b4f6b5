import type { Page } from '@playwright/test';
import { games, owner, type Project, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { markDocument } from './fixtures/requests.ts';
import { firstLine, otherLanguage, text } from './fixtures/text.ts';
import { computer, phone } from './fixtures/windows.ts';

/** The latest game is on the first screen of a computer and of a phone, and can be played. */
async function expectLatestGame(page: Page, language: string): Promise<void> {
  const name = text('home.introduction.title', language);
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name }) });
  const play = part.getByRole('link', { name: text('home.latest.play', language) });
  await expect(play).toHaveAttribute('href', games[0]?.play ?? '');
  for (const size of [phone, computer]) {
    await page.setViewportSize(size);
    await expect(play).toBeInViewport({ ratio: 1 });
    await expect(part.locator('img')).toBeInViewport({ ratio: 1 });
    await part.locator('img').hover();
    await play.click({ trial: true });
  }
}

test('the first screen says who this is, and leads to the contact form', async ({ page }) => {
  await page.goto('/home');
  const header = page.getByRole('main').locator('header');
  for (const fact of [owner.place, text('home.who.role'), text(`home.who.${owner.availability}`)])
    await expect(header).toContainText(fact);
  if (games.length > 0) await expectLatestGame(page, 'en');
  await header.getByRole('link', { name: text('home.header.write') }).click();
  await expect(page).toHaveURL('/contact');
  await expect(page.getByText(text('contact.privacy.short'))).toBeVisible();
  const details = page.getByText(firstLine('contact.privacy.text'));
  await expect(details).toBeHidden();
  await page.getByText(text('contact.privacy.more')).click();
  await expect(details).toBeVisible();
});

test('a link within a text keeps the language of the visit', async ({ page }) => {
  await page.goto(`/home?language=${otherLanguage}`);
  if (games.length > 0) await expectLatestGame(page, otherLanguage);
  const isSameDocument = await markDocument(page);
  const links = projects.map(({ slug }) => `main p a[href*="/portfolio"][href$="#${slug}"]`);
  const link = page.locator(links.join()).first();
  test.skip((await link.count()) === 0, 'No text of the home page has a link to a project.');
  const slug = new URL(await link.evaluate((a: HTMLAnchorElement) => a.href)).hash;
  const project = projects.find((each) => slug === `#${each.slug}`);
  await link.click();
  await expect(page).toHaveURL(`/portfolio?language=${otherLanguage}${slug}`);
  const name = text(project?.name ?? '', otherLanguage);
  await expect(page.getByRole('article', { name })).toBeFocused();
  expect(await isSameDocument()).toBe(true);
});

test('a tile leads to its project, which is in view and focused', async ({ page }) => {
  test.skip(games.length === 0, 'The owner has no games.');
  const { slug = '' } = games.at(-1) ?? {};
  const { name } = projects.find((each) => each.slug === slug) as Project;
  const project = page.getByRole('article', { name: text(name) });
  const expectShown = async (ring: 'none' | 'solid') => {
    await expect(page).toHaveURL(`/portfolio#${slug}`);
    await expect(project).toBeFocused();
    await expect(project).toHaveCSS('outline-style', ring);
    await expect(project.getByRole('heading', { level: 2 })).toBeInViewport();
  };
  await page.goto(`/portfolio#${slug}`);
  await expectShown('none');
  await page.goto('/home');
  await page.getByRole('link', { name: text('home.header.play') }).click();
  await expect(page.getByRole('heading', { name: text('home.games.title') })).toBeInViewport();
  const tile = page.getByRole('link', { name: text(`home.games.${slug}.name`) });
  await expect(tile).toContainText(text(`home.games.${slug}.status`));
  await tile.click();
  await expectShown('none');
  await page.goBack();
  await tile.focus();
  await page.keyboard.press('Enter');
  await expectShown('solid');
});

test('a section is loaded once its tab is aimed at', async ({ page, context, header, heading }) => {
  for (const aim of ['hover', 'focus'] as const) {
    await page.goto('/contact');
    const tab = header.link('portfolio');
    const script = page.waitForResponse(/\/releases\/portfolio\/.*\.mjs$/);
    await tab[aim]();
    await (await script).finished();
    await context.route('**/*.mjs', (route) => route.abort());
    await tab.click();
    await expect(heading).toHaveText(text('portfolio.title'));
    await context.unroute('**/*.mjs');
    await page.mouse.move(0, 0);
  }
});
