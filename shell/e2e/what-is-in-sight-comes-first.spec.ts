import type { Page } from '@playwright/test';
import { logos } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { openWithoutScripts, recordRequests } from './fixtures/requests.ts';

test.skip(logos.length === 0, 'The owner shows no logos, which are out of sight at first.');

const moments = {
  'when the app is there': async (page: Page, scripts: { release(): Promise<void> }) => {
    const coming = scripts.release();
    // The app waits for a frame of the paused clock.
    await page.clock.runFor(100);
    await coming;
  },
  'when the visitor moves': (page: Page) => page.mouse.wheel(0, 1),
  'after a second': (page: Page) => page.clock.runFor(1000),
};

for (const [moment, act] of Object.entries(moments))
  test(`bricks and pictures out of sight are fetched ${moment}, and not before`, async ({
    page,
  }) => {
    const { scripts, fetched } = await openInStandingTime(page);
    await expect.poll(fetched('mascot')).toBe(1);
    // Browsers look for lazy pictures in a frame, which a screenshot causes.
    await page.screenshot();
    expect(fetched('logos/')()).toBe(0);
    expect(fetched('resources/wall-')()).toBe(0);
    await act(page, scripts);
    await expect.poll(fetched('logos/')).toBe(logos.length);
    await expect.poll(fetched('resources/wall-')).toBe(1);
  });

test('pictures in sight are fetched at once', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 3000 });
  const { fetched } = await openInStandingTime(page);
  await page.clock.runFor(100);
  await expect.poll(fetched('logos/')).toBe(logos.length);
  await expect(page.locator('html')).toHaveAttribute('data-pictures', 'wait');
});

/** Holds the scripts and the clock, and counts fetched files. */
async function openInStandingTime(page: Page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const requests = recordRequests(page);
  const scripts = await openWithoutScripts(page, '/home');
  const fetched = (part: string) => () => requests.filter((path) => path.includes(part)).length;
  return { scripts, fetched };
}
