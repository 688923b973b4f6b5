import { projects } from '../../remote-portfolio/src/projects.ts';
import { expect, test } from './fixtures/fixtures.ts';

test('the title, then the projects in their order', async ({ page }) => {
  await page.goto('/portfolio');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio');
  const names = page.getByRole('article').getByRole('heading', { level: 2 });
  await expect(names).toHaveCount(projects.length);
  // The spec's four begin; others may follow.
  const written = await names.allTextContents();
  expect(written.slice(0, 4)).toEqual([
    'This website',
    'Truffle Trumps',
    'Mud Inc.',
    'Wall & Order',
  ]);
});

test('the keyboard leads to the tech tab, its text, a link and a screenshot', async ({ page }) => {
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: 'Truffle Trumps' });
  const info = project.getByRole('tab', { name: 'Info' });
  const tech = project.getByRole('tab', { name: 'Tech' });
  const panel = project.getByRole('tabpanel');
  const link = project.getByRole('link', { name: /^Play in the browser/ });
  const height = async () => (await project.boundingBox())?.height;

  await info.focus();
  await expect(panel).toContainText('card game for four');
  const before = await height();
  await page.keyboard.press('ArrowRight');
  await expect(tech).toBeFocused();
  await expect(tech).toHaveAttribute('aria-selected', 'true');
  await expect(panel).toHaveCount(1);
  await expect(panel).toContainText('dealt on the server');
  // Choosing a tab shifts nothing below it.
  expect(await height()).toBe(before);

  await page.keyboard.press('Tab');
  await expect(panel).toBeFocused();
  for (const _ of ['tab', 'code', 'play']) await page.keyboard.press('Shift+Tab');
  await expect(link).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveText(/first truffle is on the house/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(project.getByRole('button', { name: /^Enlarge: The end of a game/ })).toBeFocused();
});

test('every project has an info tab, and those with a tech text a tech tab', async ({ page }) => {
  await page.goto('/portfolio');
  const articles = page.getByRole('article');
  const techs = projects.filter(({ texts }) => texts.length > 1);
  await expect(articles.getByRole('tab', { name: 'Info' })).toHaveCount(projects.length);
  await expect(articles.getByRole('tab', { name: 'Tech' })).toHaveCount(techs.length);
  await expect(articles.getByRole('tablist', { name: 'Mud Inc.' })).toBeVisible();
});

test('a link opens the game in a new tab that cannot reach back', async ({ page, context }) => {
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: 'Mud Inc.' });
  const link = project.getByRole('link', { name: 'Play in the browser (opens in a new tab)' });
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
  const project = page.getByRole('article', { name: 'Wall & Order' });
  await expect(project).toBeVisible();
  await expect(project.getByRole('link')).toHaveCount(0);
});

test.describe('with a browser that prefers German', () => {
  test.use({ locale: 'de-DE' });

  test('texts, tabs and alternative texts are German', async ({ page }) => {
    await page.goto('/portfolio');
    const project = page.getByRole('article', { name: 'Diese Website' });
    await project.getByRole('tab', { name: 'Technik' }).click();
    await expect(project.getByRole('tabpanel')).toContainText('Mit Absicht übertrieben');
    await expect(project.getByRole('img', { name: /^Das Logo der Website/ })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('portfolio.');
  });
});
