import type { Locator, Page } from '@playwright/test';
import owner from '../kit/owner.json' with { type: 'json' };
import { games, lastGame, lastGameProject, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { firstLine, text } from './fixtures/text.ts';

test('the first screen says who this is, and leads to the games and to the contact form', async ({
  page,
}) => {
  await page.goto('/home');
  const main = page.getByRole('main');
  for (const fact of [owner.place, text('home.who.role'), text(`home.who.${owner.availability}`)])
    await expect(main.locator('header')).toContainText(fact);
  await main.getByRole('link', { name: text('home.header.play') }).click();
  await expect(page.getByRole('heading', { name: text('home.games.title') })).toBeInViewport();
  await main.getByRole('link', { name: text('home.header.write') }).click();
  await expect(page).toHaveURL('/contact');
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`the first screen of ${width} by ${height} shows the latest game, which can be played`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const language of ['en', 'de']) {
      await page.goto(`/home?language=${language}`);
      const part = page.locator('section').filter({
        has: page.getByRole('heading', { name: text('home.introduction.title', language) }),
      });
      const play = part.getByRole('link', { name: text('home.latest.play', language) });
      await expect(play).toBeInViewport({ ratio: 1 });
      await expect(play).toHaveAttribute('href', `${owner.gameProfile}/${games[0]?.slug}`);
      await expect(part.locator('img')).toBeInViewport({ ratio: 1 });
    }
  });

test('the tile of a game leads to its project, as its address does: it is in sight and has the focus, with a ring for the keyboard', async ({
  page,
}) => {
  const project = page.getByRole('article', { name: text(lastGameProject.name) });
  const isShown = async (ring: 'none' | 'solid') => {
    await expect(project).toBeFocused();
    await expect(project).toHaveCSS('outline-style', ring);
    await expect(project.getByRole('heading', { level: 2 })).toBeInViewport();
  };
  await page.goto(lastGame.to);
  await isShown('none');
  await page.goto('/home');
  const tile = page.getByRole('link', { name: text(lastGame.name) });
  await expect(tile).toContainText(text(lastGame.status));
  await tile.click();
  await expect(page).toHaveURL(lastGame.to);
  await isShown('none');
  await page.goBack();
  await expect(page.getByRole('heading', { name: text('home.games.title') })).toBeAttached();
  await page.goto('/home');
  await tile.focus();
  await page.keyboard.press('Enter');
  await isShown('solid');
});

test('a link within a text stays on the site and keeps what was chosen for the visit', async ({
  page,
}) => {
  await page.goto('/home?language=de');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const links = projects.map(({ slug }) => `main p a[href*="/portfolio"][href$="#${slug}"]`);
  const link = page.locator(links.join()).first();
  test.skip((await link.count()) === 0, 'No text of the home page has a link to a project.');
  const slug = new URL(await link.evaluate((a: HTMLAnchorElement) => a.href)).hash;
  const project = projects.find((each) => slug === `#${each.slug}`);
  await link.click();
  await expect(page).toHaveURL(`/portfolio?language=de${slug}`);
  const name = text(project?.name ?? '', 'de');
  await expect(page.getByRole('article', { name })).toBeFocused();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('the last line opens as a plan of the releases of the page and their age, and asks nobody for it', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/contact');
  const footer = page.getByRole('contentinfo');
  // The ages are written when the line is seen.
  await footer.scrollIntoViewIfNeeded();
  const line = footer.locator('summary');
  await expect(line).toContainText(text('site.releases').replace('{count}', '4'));
  await expect(line).toHaveText(/(this minute|ago)$/);
  await line.focus();
  await page.keyboard.press('Enter');
  for (const name of ['shell', 'home', 'portfolio', 'contact'])
    await expect(footer.getByRole('listitem').filter({ hasText: name })).toHaveText(
      /(this minute|ago)$/,
    );
  expect(calls.filter((path) => path.startsWith('/api/') && !path.includes('locales'))).toEqual([]);
});

test('who writes can read what becomes of the message', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByText(text('contact.privacy.short'))).toBeVisible();
  const details = page.getByText(firstLine('contact.privacy.text'));
  await expect(details).toBeHidden();
  await page.getByText(text('contact.privacy.more')).click();
  await expect(details).toBeVisible();
});

const aims: Record<string, (tab: Locator) => Promise<void>> = {
  'the pointer': (tab) => tab.hover(),
  'the keyboard': (tab) => tab.focus(),
};

for (const [how, aim] of Object.entries(aims))
  test(`a section is loaded while ${how} aims at its tab, and opens at the click`, async ({
    page,
    context,
  }) => {
    await page.goto('/home');
    const tab = page.getByRole('navigation').getByRole('link', { name: 'Portfolio' });
    await expect(tab).toBeVisible();
    const loaded = scriptOf(page, 'portfolio');
    await aim(tab);
    await loaded;
    await context.route('**/*.mjs', (route) => route.abort());
    await tab.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('portfolio.title'));
  });

async function scriptOf(page: Page, section: string): Promise<void> {
  const response = await page.waitForResponse(new RegExp(`/releases/${section}/.*\\.mjs$`));
  await response.finished();
}
