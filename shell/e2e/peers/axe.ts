import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './fixtures.ts';

const windows = {
  'a small phone': { width: 320, height: 640 },
  'a phone': { width: 390, height: 844 },
  'a square window': { width: 1000, height: 900 },
  'a computer': { width: 1440, height: 900 },
};

/** WCAG 2.2 AA and the best practices. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Before the first page: axe comes along with each, and nothing moves, so no colour is half-way. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: axe.source });
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/**
 * Looks at what is shown in every window and both themes, in place: the page stays as it is. What
 * another window takes away is brought back by `arrange`; where it cannot be, it says `false`.
 */
export async function expectNoViolation(
  page: Page,
  state: string,
  arrange: () => Promise<unknown> = async () => {},
): Promise<void> {
  for (const [device, size] of Object.entries(windows)) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
      if ((await arrange()) === false) continue;
      expect(await violations(page), `${state}, on ${device}, ${colorScheme}`).toEqual([]);
    }
  }
}

function violations(page: Page): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    // One frame for the layout, one for what React shows by the new ratio.
    await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
    const { axe: here } = window as unknown as { axe: typeof axe };
    const found = await here.run({ runOnly, resultTypes: ['violations'] });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules);
}
