import type { Page } from '@playwright/test';
import { findChromium } from '@portfolio/test-support/chromium.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { otherLanguage } from './fixtures/text.ts';

/**
 * The browser of the snapshots; any other draws letters slightly differently, so they would fail without a
 * change. Update them after checking the differences: `npm run test:journeys -- the-pages-look
 * --update-snapshots`
 */
const drawnWith = '/usr/bin/chromium, 156, linux x64';

/** One pixel in a thousand may differ: less than a word, more than the edge of a facet. */
const maxDiffPixelRatio = 0.001;

const pages = { home: '/home', portfolio: '/portfolio', contact: '/contact', 'not-found': '/none' };
const [computer, phone] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** The looks of each page in a language, between which an open page changes. */
const looks = {
  en: { '1440-dark': computer, '390-light': phone },
  [otherLanguage]: { '1440-light': computer, '390-dark': phone },
};

test.use({ expectedErrors: [/none/] });

for (const [language, looksOfLanguage] of Object.entries(looks))
  test(`every page in ${language}`, async ({ page, browser }) => {
    const [major] = browser.version().split('.');
    const found = [findChromium(), major, `${process.platform} ${process.arch}`].join(', ');
    test.skip(found !== drawnWith, `The pictures are drawn with ${drawnWith}; this is ${found}`);
    // On a busy machine an uncached font is late, and the page keeps its fallback.
    await page.goto('/none');
    await settle(page);
    for (const [title, path] of Object.entries(pages)) {
      await page.goto(`${path}?language=${language}`);
      for (const [name, size] of Object.entries(looksOfLanguage)) {
        const colorScheme = name.endsWith('dark') ? 'dark' : 'light';
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
        await settle(page);
        await expect.soft(page).toHaveScreenshot(`${title}-${name}.png`, {
          animations: 'disabled',
          // It waves within its picture, where no setting of the page reaches.
          mask: [page.locator('img[src*="mascot"]')],
          maxDiffPixelRatio,
        });
      }
    }
  });

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(async () => {
    await document.fonts.ready;
    const seen = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < innerHeight && image.offsetParent,
    );
    await Promise.all(seen.map((image) => image.decode()));
  });
  await expect(page.locator('img[aria-busy]:visible >> nth=0')).not.toBeInViewport();
}
