import type { Page } from '@playwright/test';
import owner from '../kit/owner.json' with { type: 'json' };
import { contactForm } from './fixtures/contact-form.ts';
import { colorOf, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { firstLine, text } from './fixtures/text.ts';

const pages = ['/home', '/portfolio', '/contact', '/no-such-page'];

test.use({ expectedErrors: [/no-such-page/] });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

for (const locale of ['en-GB', 'de-DE'])
  test.describe(locale, () => {
    test.use({ locale });

    test('zoom to 200 and 400 % and 320 px lose nothing', async ({ page }) => {
      for (const path of pages) {
        await open(page, path);
        // 1280 × 800 zoomed to 200 and 400 %, and a small phone.
        for (const [width, height] of [
          [640, 400],
          [320, 200],
          [320, 640],
        ] as const) {
          await page.setViewportSize({ width, height });
          // One frame for the layout, one for what React shows by the new ratio.
          await page.evaluate(
            () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
          );
          const lost = await page.evaluate(() => {
            const root = document.documentElement;
            const texts = document.querySelectorAll(
              'main :is(h1, h2, h3, p, li, a, button, label)',
            );
            const isInScroller = (text: Element) =>
              text.closest('ul') &&
              getComputedStyle(text.closest('ul') as Element).overflowX === 'auto';
            return (
              [...texts]
                .filter((text) => text.getBoundingClientRect().right > root.clientWidth + 0.5)
                // What a strip of its own holds comes into sight by moving that.
                .filter((text) => !isInScroller(text))
                .map((text) => text.textContent)
                .concat(
                  [root, ...document.querySelectorAll('article')]
                    .filter((box) => box.scrollWidth > box.clientWidth)
                    .map((box) => `${box.tagName} scrolls sideways`),
                )
            );
          });
          expect(lost, `${path} at ${width} × ${height}`).toEqual([]);
        }
      }
    });
  });

test('forced colours keep edges, icons, the focus and the open tab to be seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/contact');
  const look = (selector: string, part?: '::before') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, part) => {
        const { backgroundColor, borderBottomColor, borderTopColor, color, stroke, outlineStyle } =
          getComputedStyle(element, part);
        return { backgroundColor, borderBottomColor, borderTopColor, color, stroke, outlineStyle };
      }, part);
  const { color: ground } = await page.evaluate(() => {
    document.body.style.color = 'Canvas';
    const { color } = getComputedStyle(document.body);
    document.body.style.color = '';
    return { color };
  });
  expect((await look('button[type=submit]')).borderTopColor).not.toBe(ground);
  expect((await look('header span:has(> select)', '::before')).borderTopColor).not.toBe(ground);
  expect((await look('header svg')).stroke).not.toBe(ground);
  expect((await look('nav a[aria-current=page]:visible')).borderBottomColor).not.toBe(ground);
  expect((await look('nav a:not([aria-current]):visible')).borderBottomColor).toBe(ground);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect((await look('nav a:focus')).outlineStyle).toBe('solid');
  await open(page, '/home');
  expect((await look('hr')).backgroundColor).toBe((await look('body')).color);
});

test('who wants less motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/api/contact', async () => {});
  await open(page, '/contact');
  const form = contactForm(page);
  await form.fill({ email: 'zoe@example.org' });
  await form.send.click();
  await expect(page.locator('[data-kind=loading]')).toBeVisible();
  // Far out of sight a button keeps what was to make it paler, had no app come; that never begins.
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => ({
          name: (animation as CSSAnimation).animationName,
          hasBegun: animation.effect?.getComputedTiming().progress !== null,
        }))
        .filter(({ name, hasBegun }) => hasBegun || name !== 'asleep'),
    );
  expect(await moving()).toEqual([]);
  await open(page, '/portfolio');
  await page.getByRole('article').first().getByRole('button').first().hover();
  expect(await moving()).toEqual([]);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('link', { name: text('header.links.contact', 'de') })).toBeVisible();
  expect(await moving()).toEqual([]);
});

test('on paper the page is a light page of a portfolio, without what cannot be pressed', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await open(page, '/portfolio');
  const header = page.getByRole('banner');
  await expect(header.getByText(owner.name)).toBeVisible();
  await expect(header.getByRole('link')).toHaveCount(0);
  await expect(header.getByRole('combobox')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(0);
  // Every tab's text, the open one or not.
  for (const { text: path } of projects.flatMap(({ texts }) => texts))
    await expect(page.getByText(firstLine(path)).first()).toBeVisible();
  // With background graphics switched on, too.
  const sheet = await page.evaluate(() =>
    [document.documentElement, document.body].map((it) => getComputedStyle(it).backgroundColor),
  );
  expect(sheet).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  const pictures = page.locator('img:visible');
  const drawn = await pictures.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).src));
  expect(drawn.filter((address) => /-(dark|light)-\d/.test(address))).not.toEqual([]);
  expect(drawn.filter((address) => /-dark-\d/.test(address))).toEqual([]);
  const [ink, address] = await page.evaluate(() => [
    getComputedStyle(document.body).color,
    getComputedStyle(document.querySelector('main a[target]') as Element, '::after').content,
  ]);
  expect(ink).toBe(colorOf('light', '--text'));
  expect(address).toContain('https://');
  // A sheet held upright.
  await page.setViewportSize({ width: 718, height: 1016 });
  const [wide, room] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(wide).toBeLessThanOrEqual(Number(room));
  await open(page, '/contact');
  await expect(page.getByText(owner.phone)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});
