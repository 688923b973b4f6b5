import path from 'node:path';
import { lastImage, lastProject, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const last = lastImage(lastProject);

test('a screenshot opens large, zooms, closes and gives the focus back', async ({ page }) => {
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: text(lastProject.name) });
  const thumbnail = project.getByRole('button', {
    name: text(last.alt),
  });
  await thumbnail.focus();
  const large = page.waitForResponse((answer) =>
    answer.url().endsWith(`/${path.basename(last.path)}-1600.avif`),
  );
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', {
    name: text(last.header),
  });
  await expect(preview).toBeVisible();
  expect((await large).ok()).toBe(true);
  await expect(preview.getByRole('toolbar')).toContainText(
    `${lastProject.images.length} / ${lastProject.images.length}`,
  );

  await preview.getByRole('button', { name: text('preview.zoomIn') }).click();
  await expect(preview.getByRole('status')).toHaveText('150%');
  await page.keyboard.press('-');
  await expect(preview.getByRole('status')).toHaveText('100%');
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('dialog', { name: text(lastProject.images[0]?.header ?? '') }),
  ).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(thumbnail).toBeFocused();
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test.describe(`in a window of ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport });

    test('an opened screenshot is seen as a whole', async ({ page }) => {
      await page.goto('/portfolio');
      await page.getByRole('button', { name: text(last.alt) }).click();
      const screenshot = page.getByRole('dialog').getByRole('img');
      await expect(screenshot).not.toHaveAttribute('aria-busy');
      await expect(screenshot).toBeInViewport({ ratio: 1 });
    });
  });

test('the logos are shown at 12rem, the screenshots at 5rem', async ({ page }) => {
  await page.goto('/portfolio');
  const articles = page.getByRole('article');
  await expect(articles).toHaveCount(projects.length);
  for (const project of await articles.all()) {
    const [logo, ...screenshots] = await project.getByRole('img').all();
    expect((await logo?.boundingBox())?.width).toBe(12 * 16);
    expect(screenshots.length).toBeGreaterThanOrEqual(3);
    for (const screenshot of screenshots) {
      const box = await screenshot.boundingBox();
      expect([box?.width, box?.height]).toEqual([5 * 16, 5 * 10]);
    }
  }
});

test('the first load downloads no full-size screenshot and nothing of other sections', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/portfolio');
  await expect(page.getByRole('article')).toHaveCount(projects.length);
  for (const picture of await page.getByRole('article').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).not.toHaveAttribute('aria-busy');
  }
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path.endsWith('-320.avif'))).toHaveLength(
    projects.flatMap(({ images }) => images).length,
  );
  expect(asked.filter((path) => path.includes('-1600'))).toEqual([]);
  expect(asked.filter((path) => /^\/releases\/(home|contact)\//.test(path))).toEqual([]);
});

test('no picture, tab or text shifts the page while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, {
          shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value'),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/portfolio');
  await page.getByRole('article', { name: text(lastProject.name) }).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0);
});
