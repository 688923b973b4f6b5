import { expect, test } from '../fixtures/fixtures.ts';
import { text } from '../fixtures/text.ts';

test('the links of five sections are tabs or a menu, never over the switches, and nothing scrolls sideways', async ({
  page,
}) => {
  await page.goto('/contact');
  const menu = page.getByRole('button', { name: text('header.menu'), exact: true });
  const seen = new Set<boolean>();
  for (const width of [320, 480, 575, 576, 640, 799, 800, 900, 1000, 1100, 1280, 1600]) {
    await page.setViewportSize({ width, height: Math.round(width / 1.6) });
    const isMenu = await menu.isVisible();
    seen.add(isMenu);
    const faults = await page.evaluate(() => {
      const root = document.documentElement;
      const boxes = (selector: string) =>
        [...document.querySelectorAll(`#root > header ${selector}`)]
          .map((part) => part.getBoundingClientRect())
          .filter((box) => box.width > 0);
      const ends = boxes('nav a, [popovertarget]').map((box) => box.right);
      const begins = boxes('span:has(> select)').map((box) => box.left);
      return {
        isWide: root.scrollWidth > root.clientWidth,
        isOver: Math.max(...ends) > Math.min(...begins),
      };
    });
    expect(faults, `${width} px`).toEqual({ isWide: false, isOver: false });
    if (!isMenu) continue;
    await menu.click();
    await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(5);
    await page.getByRole('navigation').getByRole('link').last().focus();
    await expect(page.getByRole('navigation').getByRole('link').last()).toBeInViewport();
    await page.keyboard.press('Escape');
  }
  expect(seen).toEqual(new Set([true, false]));
});
