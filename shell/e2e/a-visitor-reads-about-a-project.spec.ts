import { lastProject, projects, projectThat, techProject } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { firstLine, text } from './fixtures/text.ts';

const noText = { tabName: '', text: '' };

test('the title, then the projects in their order', async ({ page }) => {
  await page.goto('/portfolio');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('portfolio.title'));
  const names = page.getByRole('article').getByRole('heading', { level: 2 });
  await expect(names).toHaveCount(projects.length);
  expect(await names.allTextContents()).toEqual(projects.map(({ name }) => text(name)));
});

test('the keyboard leads to the tech tab, its text, a screenshot and a link', async ({ page }) => {
  await page.goto('/portfolio');
  const { name, texts, externalLinks, images } = techProject();
  const project = page.getByRole('article', { name: text(name) });
  const [info = noText, tech = noText] = texts;
  const playing = externalLinks[0]?.text ?? '';
  const infoTab = project.getByRole('tab', { name: text(info.tabName) });
  const techTab = project.getByRole('tab', { name: text(tech.tabName) });
  const panel = project.getByRole('tabpanel');
  const link = project.getByRole('link', { name: text(playing) });
  const height = async () => (await project.boundingBox())?.height;

  await infoTab.focus();
  await expect(panel).toContainText(firstLine(info.text));
  const before = await height();
  await page.keyboard.press('ArrowRight');
  await expect(techTab).toBeFocused();
  await expect(techTab).toHaveAttribute('aria-selected', 'true');
  await expect(panel).toHaveCount(1);
  await expect(panel).toContainText(firstLine(tech.text));
  // Choosing a tab shifts nothing below it.
  expect(await height()).toBe(before);

  await page.keyboard.press('Tab');
  await expect(panel).toBeFocused();
  for (const _ of ['tab', 'fourth']) await page.keyboard.press('Shift+Tab');
  const last = text(images.at(-1)?.alt ?? '');
  await expect(project.getByRole('button', { name: last })).toBeFocused();
  // Back over the other screenshots and links to the first one.
  await expect(async () => {
    await page.keyboard.press('Shift+Tab');
    await expect(link).toBeFocused({ timeout: 300 });
  }).toPass();
  await expect(page.getByRole('tooltip')).toHaveText(text(`${playing}Hint`));
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
  await expect(articles.getByRole('tablist', { name: text(lastProject.name) })).toBeVisible();
});

test('a link opens the game in a new tab that cannot reach back', async ({ page, context }) => {
  await page.goto('/portfolio');
  const { name, externalLinks } = projectThat('a link', (each) => each.externalLinks.length > 0);
  const project = page.getByRole('article', { name: text(name) });
  const link = project.getByRole('link', {
    name: `${text(externalLinks[0]?.text ?? '')} (${text('links.newTab')})`,
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

test('a project has the links it names, and one that is not out yet none', async ({ page }) => {
  await page.goto('/portfolio');
  for (const { name, externalLinks } of projects) {
    const project = page.getByRole('article', { name: text(name) });
    await expect(project).toBeVisible();
    await expect(project.locator('a[target]')).toHaveCount(externalLinks.length);
  }
});

test.describe('with a browser that prefers German', () => {
  test.use({ locale: 'de-DE' });

  test('texts, tabs and alternative texts are German', async ({ page }) => {
    await page.goto('/portfolio');
    const { name, texts, logoAlt } = techProject();
    const project = page.getByRole('article', { name: text(name, 'de') });
    await project.getByRole('tab', { name: text('portfolio.tabs.tech', 'de') }).click();
    await expect(project.getByRole('tabpanel')).toContainText(
      firstLine(texts[1]?.text ?? '', 'de'),
    );
    await expect(project.getByRole('img', { name: text(logoAlt, 'de') })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('portfolio.');
  });
});
