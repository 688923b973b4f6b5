import type { Page } from '@playwright/test';
import { logos } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { type HeldScripts, openWithoutScripts } from './fixtures/held-scripts.ts';

const moments = {
  'when the app is there': async (page: Page, held: HeldScripts) => {
    const coming = held.letThemCome();
    // The app waits for the frame that stands still with the time.
    await page.clock.runFor(100);
    await coming;
  },
  'when the visitor moves': (page: Page) => page.mouse.wheel(0, 1),
  'after a second': (page: Page) => page.clock.runFor(1000),
};

for (const [moment, act] of Object.entries(moments))
  test(`bricks and pictures out of sight come ${moment}, and not before`, async ({ page }) => {
    const { held, fetched } = await openInStandingTime(page);
    await expect.poll(fetched('mascot')).toBe(1);
    // A picture of the page needs a frame of it, which is when lazy ones are looked for.
    await page.screenshot();
    expect(fetched('logos/')()).toBe(0);
    expect(fetched('resources/wall-')()).toBe(0);
    await act(page, held);
    await expect.poll(fetched('logos/')).toBe(logos.length);
    await expect.poll(fetched('resources/wall-')).toBe(1);
  });

test('pictures in sight do not wait, however late they were to be fetched', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 3000 });
  const { fetched } = await openInStandingTime(page);
  await page.clock.runFor(100);
  await expect.poll(fetched('logos/')).toBe(logos.length);
  await expect(page.locator('html')).toHaveAttribute('data-pictures', 'wait');
});

/** The scripts wait at the door, and no time passes; counts what is fetched. */
async function openInStandingTime(page: Page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const held = await openWithoutScripts(page, '/home');
  const fetched = (part: string) => () => addresses.filter((one) => one.includes(part)).length;
  return { held, fetched };
}
