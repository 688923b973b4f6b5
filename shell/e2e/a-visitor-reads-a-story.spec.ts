import sharp from 'sharp';
import { expectNoViolation } from './fixtures/axe.ts';
import { lastProject, projects, projectThat } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { watchShifts } from './fixtures/shifts.ts';
import { languages, otherLanguage, saying, text } from './fixtures/text.ts';

const told = projects.filter(({ story }) => story);
const toldProject = () => projectThat('a story', ({ story }) => story !== undefined);

test('a project leads to its story, where a slider goes from the sketch to the picture, and back', async ({
  page,
  header,
  heading,
}) => {
  const { slug, name, story } = toldProject();
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: text(name) });
  await project.getByRole('link', { name: saying(text('portfolio.story.read')) }).click();
  await expect(page).toHaveURL(`/portfolio/${slug}`);
  await expect(heading).toBeFocused();
  await expect(page.getByText(text(story?.number ?? ''), { exact: true })).toBeVisible();
  const sketch = page.getByAltText(text('portfolio.story.sketch'));
  const covered = () =>
    sketch.evaluate((it) => getComputedStyle(it.closest('div') as Element).clipPath);
  const before = await covered();
  await page.getByRole('slider', { name: text('portfolio.story.slide') }).press('End');
  expect(await covered()).not.toBe(before);
  const title = await heading.textContent();
  await expect(page).toHaveTitle(new RegExp(`^${RegExp.escape(String(title))} – `));
  await header.language.selectOption(otherLanguage);
  await expect(heading).not.toHaveText(String(title));
  await page
    .getByRole('link', { name: text('portfolio.story.all', otherLanguage) })
    .last()
    .click();
  await expect(page).toHaveURL(`/portfolio#${slug}`);
});

test('every story has a title, a description and a card of its own in each language', async ({
  request,
}) => {
  test.skip(told.length === 0, 'No project has a story.');
  const pages = told.flatMap(({ slug }) =>
    languages.map((language) => `/portfolio/${slug}?language=${language}`),
  );
  const documents = await Promise.all(pages.map(async (at) => (await request.get(at)).text()));
  for (const mark of [/<title>([^<]+)/, /name="description" content="([^"]+)/, card]) {
    const own = new Set(documents.map((html) => mark.exec(html)?.[1]));
    expect(own.size).toBe(pages.length);
  }
  const [, address = ''] = card.exec(documents[0] ?? '') ?? [];
  const picture = await request.get(new URL(address).pathname);
  const { width, height } = await sharp(await picture.body()).metadata();
  expect({ width, height }).toEqual({ width: 1200, height: 630 });
});

const card = /property="og:image" content="([^"]+)/;

test('a story shifts nothing, and axe finds nothing', async ({ page }) => {
  test.slow();
  const { slug } = toldProject();
  await page.addInitScript(watchShifts);
  await page.goto(`/portfolio/${slug}`);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => globalThis.seenShifts)).toEqual([]);
  await expectNoViolation(page, 'a story');
});

test.describe('a project without a story', () => {
  test.use({ expectedErrors: [/404/] });

  test('has no page', async ({ page }) => {
    const answer = await page.goto(`/portfolio/no-${lastProject.slug}`);
    expect(answer?.status()).toBe(404);
  });
});
