import { expectNoViolation } from './fixtures/axe.ts';
import { projectThat } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { holdRequests } from './fixtures/requests.ts';
import { expectNoShift, watchShifts } from './fixtures/shifts.ts';
import { otherLanguage, saying, text } from './fixtures/text.ts';

const toldProject = () => projectThat('a story', ({ story }) => story !== undefined);

test('a project leads to its story and back', async ({ page, header, heading }) => {
  const { slug, name, story } = toldProject();
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: text(name) });
  await project.getByRole('link', { name: saying(text('portfolio.story.read')) }).click();
  await expect(page).toHaveURL(`/portfolio/${slug}`);
  await expect(heading).toBeFocused();
  await expect(page.getByText(text(story?.number ?? ''), { exact: true })).toBeVisible();
  const sketch = page.getByAltText(text('portfolio.story.sketch'));
  const clip = () => sketch.evaluate((it) => getComputedStyle(it.closest('div') ?? it).clipPath);
  const before = await clip();
  const slide = page.getByRole('slider', { name: text('portfolio.story.slide') });
  await expect(slide).toHaveCSS('cursor', 'ew-resize');
  await slide.press('End');
  const atEnd = await clip();
  expect(atEnd).not.toBe(before);
  for (const _press of ['picture', 'handle']) await slide.click({ position: { x: 300, y: 280 } });
  expect([before, atEnd]).not.toContain(await clip());
  const title = await heading.textContent();
  await expect(page).toHaveTitle(new RegExp(`^${RegExp.escape(String(title))} – `));
  await header.language.selectOption(otherLanguage);
  await expect(heading).not.toHaveText(String(title));
  const all = page.getByRole('link', { name: text('portfolio.story.all', otherLanguage) });
  await all.last().click();
  await expect(page).toHaveURL(`/portfolio#${slug}`);
});

test('a story whose words come late shifts nothing, and axe finds nothing', async ({ page }) => {
  const { slug } = toldProject();
  await page.addInitScript(watchShifts);
  const words = await holdRequests(page, /\/pages\/.*\.json$/);
  const asked = page.waitForRequest(/\/pages\/.*\.json$/);
  await page.goto(`/portfolio/${slug}`, { waitUntil: 'commit' });
  await expectNoShift(page);
  await asked;
  words.release();
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await expectNoShift(page);
  await expectNoViolation(page, 'a story');
});
