import { projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { recordRequests } from './fixtures/requests.ts';
import { expectNoShift, watchShifts } from './fixtures/shifts.ts';
import { saying, text } from './fixtures/text.ts';

test('every project has its parts in order, and loads only what it shows', async ({ page }) => {
  await page.addInitScript(watchShifts);
  const requests = recordRequests(page);
  await page.goto('/portfolio');
  await expect(page.getByRole('article')).toHaveCount(projects.length);
  for (const picture of await page.getByRole('article').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).not.toHaveAttribute('aria-busy');
  }
  await expectNoShift(page);
  const thumbnails = requests.filter((path) => path.endsWith('-320.avif'));
  expect(thumbnails).toHaveLength(projects.flatMap(({ images }) => images).length);
  expect(requests.filter((path) => path.includes('-1600'))).toEqual([]);
  expect(requests.filter((path) => /^\/releases\/(?!shell|portfolio)/.test(path))).toEqual([]);

  const names = page.getByRole('article').getByRole('heading', { level: 2 });
  await expect(names).toHaveText(projects.map(({ name }) => text(name)));
  for (const { name, kind, facts, texts, images, externalLinks } of projects) {
    const panel = '[role=tabpanel][aria-labelledby][tabindex="0"][itemprop=description]';
    const said = `:has([itemprop=name]):has(${panel}:first-child)`;
    const typed = page.locator(`[itemscope][itemtype="https://schema.org/${kind}"]${said}`);
    const project = page.getByRole('article', { name: text(name) }).and(typed);
    for (const words of text(facts).split(/: |\n/))
      await expect(project.getByText(words, { exact: true }).first()).toBeVisible();
    const tabs = project.getByRole('tablist', { name: text(name) }).getByRole('tab');
    await expect(tabs).toHaveText(texts.map(({ tabName }) => text(tabName)));
    await expect(project.getByRole('img')).toHaveCount(1 + images.length);
    const inNewTab = 'a[target=_blank][rel="noopener noreferrer"]';
    await expect(project.locator(inNewTab)).toHaveCount(externalLinks.length);
    for (const { text: words, url } of externalLinks) {
      const link = project.getByRole('link', { name: saying(text(words)) });
      await expect(link).toHaveAccessibleName(saying(text('links.newTab')));
      await expect(link).toHaveAttribute('href', url);
    }
  }
  const filtersOf = (all: Element[]) => all.map((element) => getComputedStyle(element).filter);
  const filters = new Set(await page.locator('article *').evaluateAll(filtersOf));
  expect([...filters]).toEqual(['none']);
});
