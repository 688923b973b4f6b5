import type { Page } from '@playwright/test';
import { logos } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { openWithoutScripts, recordRequests } from './fixtures/requests.ts';

test.skip(logos.length === 0, 'The owner shows no logos, which are out of sight at first.');

test('what is out of sight is fetched after a second, or with the app', async ({ page }) => {
  for (const isAppThere of [true, false]) {
    const { scripts, fetched, goOn } = await openInStandingTime(page);
    await expect.poll(fetched('mascot')).toBe(1);
    // Browsers look for lazy pictures in a frame, which a screenshot causes.
    await page.screenshot();
    expect(fetched('logos/')()).toBe(0);
    expect(fetched('resources/wall-')()).toBe(0);
    await (isAppThere ? scripts.release() : goOn());
    await expect.poll(fetched('logos/')).toBe(logos.length);
    await expect.poll(fetched('resources/wall-')).toBe(1);
  }
});

test('pictures in sight are fetched at once', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 3000 });
  const { fetched } = await openInStandingTime(page);
  await expect.poll(fetched('logos/')).toBe(logos.length);
});

/** Holds the scripts and all animations, and counts fetched files. */
async function openInStandingTime(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Animation.enable');
  const setRate = (playbackRate: number) => cdp.send('Animation.setPlaybackRate', { playbackRate });
  await setRate(0);
  const requests = recordRequests(page);
  const scripts = await openWithoutScripts(page, '/home');
  const fetched = (part: string) => () => requests.filter((path) => path.includes(part)).length;
  return { scripts, fetched, goOn: () => setRate(1) };
}
