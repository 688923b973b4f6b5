import { lastProject, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test('logo and text stand side by side on a square window, below each other on a phone', async ({
  page,
}) => {
  const project = page.getByRole('article', { name: text(lastProject.name) });
  const tops = async () => {
    const boxes = [project.getByRole('img').first(), project.getByRole('heading', { level: 2 })];
    const [logo, name] = await Promise.all(boxes.map((part) => part.boundingBox()));
    return { logoEnds: (logo?.y ?? 0) + (logo?.height ?? 0), nameBegins: name?.y ?? 0 };
  };
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.goto('/portfolio');
  const square = await tops();
  expect(square.nameBegins).toBeLessThan(square.logoEnds);
  await page.setViewportSize({ width: 675, height: 900 });
  const mobile = await tops();
  expect(mobile.nameBegins).toBeGreaterThanOrEqual(mobile.logoEnds);
});

test('only the backdrop has its hue shifted, never a text or a picture', async ({ page }) => {
  await page.goto('/portfolio');
  await expect(page.getByRole('article')).toHaveCount(projects.length);
  for (const [index, { colorRotation }] of projects.entries()) {
    const article = page.getByRole('article').nth(index);
    await article.scrollIntoViewIfNeeded();
    const [shown, shifted] = await article.evaluate(compareHues, colorRotation);
    for (const [channel, value] of (shown ?? []).entries())
      expect(Math.abs(value - Number(shifted?.[channel]))).toBeLessThanOrEqual(1);
  }
  const filters = await page.evaluate(() =>
    [...document.querySelectorAll('article *')].map((element) => getComputedStyle(element).filter),
  );
  expect(new Set(filters)).toEqual(new Set(['none']));
});

/** Runs in the page. @returns a facet's colour, and the primary colour with its hue shifted */
function compareHues(article: Element, degrees: number): number[][] {
  const facet = article.querySelector('svg path') as SVGPathElement;
  const primary = getComputedStyle(document.documentElement).getPropertyValue('--primary');
  const brush = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  const paint = (color: string) => {
    brush.fillStyle = color;
    brush.fillRect(0, 0, 9, 9);
    return [...brush.getImageData(4, 4, 1, 1).data];
  };
  const shifted = `oklch(from ${primary} l c calc(h + ${degrees}))`;
  return [paint(getComputedStyle(facet).fill), paint(shifted)];
}
