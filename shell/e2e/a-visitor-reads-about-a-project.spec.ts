import { projects } from '../../remote-portfolio/src/projects.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { firstLine, text } from './fixtures/text.ts';

test('the title, then the projects in their order', async ({ page }) => {
  await page.goto('/portfolio');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('portfolio.title'));
  const names = page.getByRole('article').getByRole('heading', { level: 2 });
  await expect(names).toHaveCount(projects.length);
  // The spec's four begin; others may follow.
  const written = await names.allTextContents();
  const four = ['website', 'truffle-trumps', 'mud-inc', 'wall-and-order'];
  expect(written.slice(0, 4)).toEqual(four.map((slug) => text(`portfolio.${slug}.name`)));
});

test('the keyboard leads to the tech tab, its text, a screenshot and a link', async ({ page }) => {
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: text('portfolio.truffle-trumps.name') });
  const info = project.getByRole('tab', { name: text('portfolio.tabs.info') });
  const tech = project.getByRole('tab', { name: text('portfolio.tabs.tech') });
  const panel = project.getByRole('tabpanel');
  const link = project.getByRole('link', { name: text('portfolio.truffle-trumps.links.play') });
  const height = async () => (await project.boundingBox())?.height;

  await info.focus();
  await expect(panel).toContainText(firstLine('portfolio.truffle-trumps.info'));
  const before = await height();
  await page.keyboard.press('ArrowRight');
  await expect(tech).toBeFocused();
  await expect(tech).toHaveAttribute('aria-selected', 'true');
  await expect(panel).toHaveCount(1);
  await expect(panel).toContainText(firstLine('portfolio.truffle-trumps.tech'));
  // Choosing a tab shifts nothing below it.
  expect(await height()).toBe(before);

  await page.keyboard.press('Tab');
  await expect(panel).toBeFocused();
  for (const _ of ['tab', 'fourth']) await page.keyboard.press('Shift+Tab');
  await expect(
    project.getByRole('button', { name: text('portfolio.truffle-trumps.images.win.alt') }),
  ).toBeFocused();
  for (const _ of ['third', 'second', 'first', 'lead', 'code', 'play'])
    await page.keyboard.press('Shift+Tab');
  await expect(link).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveText(
    text('portfolio.truffle-trumps.links.playHint'),
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();
});

test('every project has an info tab, and those with a tech text a tech tab', async ({ page }) => {
  await page.goto('/portfolio');
  const articles = page.getByRole('article');
  const techs = projects.filter(({ texts }) => texts.length > 1);
  await expect(articles.getByRole('tab', { name: text('portfolio.tabs.info') })).toHaveCount(
    projects.length,
  );
  await expect(articles.getByRole('tab', { name: text('portfolio.tabs.tech') })).toHaveCount(
    techs.length,
  );
  await expect(
    articles.getByRole('tablist', { name: text('portfolio.mud-inc.name') }),
  ).toBeVisible();
});

test('a link opens the game in a new tab that cannot reach back', async ({ page, context }) => {
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: text('portfolio.mud-inc.name') });
  const link = project.getByRole('link', {
    name: `${text('portfolio.mud-inc.links.play')} (${text('links.newTab')})`,
  });
  const address = String(await link.getAttribute('href'));
  expect(address).toMatch(/^https:/);
  await context.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The game</title>' }),
  );
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  const opened = context.waitForEvent('page');
  await link.click();
  const game = await opened;
  await expect(game).toHaveURL(address);
  expect(await game.evaluate(() => window.opener)).toBeNull();
  await expect(page).toHaveURL('/portfolio');
});

test('a project that is not out yet has no links', async ({ page }) => {
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: text('portfolio.wall-and-order.name') });
  await expect(project).toBeVisible();
  await expect(project.getByRole('link')).toHaveCount(0);
});

test.describe('with a browser that prefers German', () => {
  test.use({ locale: 'de-DE' });

  test('texts, tabs and alternative texts are German', async ({ page }) => {
    await page.goto('/portfolio');
    const project = page.getByRole('article', { name: text('portfolio.website.name', 'de') });
    await project.getByRole('tab', { name: text('portfolio.tabs.tech', 'de') }).click();
    await expect(project.getByRole('tabpanel')).toContainText(
      firstLine('portfolio.website.tech', 'de'),
    );
    await expect(
      project.getByRole('img', { name: text('portfolio.website.logo', 'de') }),
    ).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('portfolio.');
  });
});
