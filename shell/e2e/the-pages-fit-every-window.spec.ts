import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './fixtures/axe.ts';
import { paths } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { languages } from './fixtures/text.ts';
import { computer, phone, resizeWindow, smallPhone, turnedPhone } from './fixtures/windows.ts';

const widths = [320, 360, 420, 480, 575, 576, 640, 720, 799, 800, 860, 1000, 1280, 2000];

/** The faults of the header at the window's size. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('#root > header') as HTMLElement;
    const root = document.documentElement;
    const edge = bar.getBoundingClientRect();
    const faults: string[] = [];
    if (edge.height !== 64) faults.push(`${edge.height} px high`);
    if (root.scrollWidth > root.clientWidth) faults.push(`page ${root.scrollWidth} px wide`);
    const parts = ['div:has(> nav)', 'div > span:not(:empty, :has(*))', 'div:has(> span > select)'];
    const shown = parts.map((selector) => bar.querySelector(selector) as HTMLElement);
    for (const [index, part] of shown.entries()) {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isInside = left >= edge.left && right <= edge.right + 0.5;
      if (!isInside || top < -0.5 || bottom > edge.bottom + 0.5)
        faults.push(`outside: ${parts[index]}`);
      // Tabs scroll where they do not fit.
      if (index > 0 && part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
        faults.push(`cut: ${parts[index]}`);
      const isCovered = shown.slice(index + 1).some((other) => {
        const box = other.getBoundingClientRect();
        const isBeside = box.left >= right - 0.5 || box.right <= left + 0.5;
        return !isBeside && box.top < bottom - 0.5 && box.bottom > top + 0.5;
      });
      if (isCovered) faults.push(`covered: ${parts[index]}`);
    }
    // Beside tabs in one row, the name is in the middle of the window.
    const isBeside = innerWidth >= 576 && innerWidth > innerHeight * 0.75;
    const { left = 0, right = 0 } = shown[1]?.getBoundingClientRect() ?? {};
    const aside = (left + right - edge.left - edge.right) / 2;
    if (isBeside && Math.abs(aside) >= 1) faults.push(`the name ${aside} px aside`);
    return faults;
  });
}

/** Runs in the page: words, not of addresses, that are broken or outside of their box; boxes that scroll sideways. */
function lostWords(): string[] {
  const lost = [document.documentElement, ...document.querySelectorAll('article')]
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map(({ tagName }) => `${tagName} scrolls sideways`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { data, parentElement: parent } = node as Text;
    if (!parent?.checkVisibility({ visibilityProperty: true })) continue;
    const isForEars = getComputedStyle(parent).clipPath !== 'none';
    if (isForEars || parent.closest('[aria-hidden=true], main li a[href*=":"]')) continue;
    let box: Element | null = parent;
    while (box && getComputedStyle(box).overflowX === 'visible') box = box.parentElement;
    const end = box?.getBoundingClientRect().right ?? innerWidth;
    for (const { 0: word, index } of data.matchAll(/[\p{L}\u00ad]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rows = [...range.getClientRects()].filter(({ width }) => width > 0);
      const isBroken = rows.length > 1 && !word.includes('\u00ad');
      if (isBroken || rows.some(({ right }) => right > end + 1)) lost.push(word);
    }
  }
  return lost;
}

test.use({ reducedMotion: 'reduce', expectedErrors: [/no-such-page|remoteEntry/] });

test('the header fits, and zoom breaks no word, in each language', async ({ page, heading }) => {
  const browser = await page.context().newCDPSession(page);
  for (const language of languages) {
    for (const path of ['/no-such-page', ...paths]) {
      await page.goto(`${path}?language=${language}`);
      await expect(heading).toBeVisible();
      // The font may come too late for `font-display: optional`, and words of its fallback are wider.
      await page.evaluate(async () => {
        const { href } = document.querySelector('link[as=font]') as HTMLLinkElement;
        const font = new FontFace('Outfit', `url(${href})`, { weight: '100 900' });
        document.fonts.add(await font.load());
      });
      // 1280 × 800 zoomed to 200 and 400 %, and a small phone.
      for (const [width, height, standard] of [
        [640, 400, 16],
        [320, 200, 16],
        [320, 640, 16],
        [320, 640, 32],
        [800, 640, 32],
      ] as const) {
        await browser.send('Page.setFontSizes', { fontSizes: { standard } });
        await resizeWindow(page, { width, height });
        const lost = await page.evaluate(lostWords);
        expect(lost, `${path} ${language} at ${width} × ${height}, ${standard} px`).toEqual([]);
      }
    }
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    // The last ratio that has tabs beside each other, about, and the first that has a menu.
    for (const ratio of [1, 3 / 4])
      for (const width of widths) {
        await resizeWindow(page, { width, height: Math.round(width / ratio) });
        expect(await faultsOf(page), `${language}, ${width} px at ${ratio}`).toEqual([]);
      }
  }
});

test('six tabs scroll in their row', async ({ page }) => {
  const links = page.getByRole('navigation').getByRole('link');
  await page.goto('/contact');
  await page.locator('nav ul').evaluate((it) => it.append(...[...it.cloneNode(true).childNodes]));
  await expect(links).toHaveCount(6);
  for (const width of [320, 480, 575, 576, 700, 800, 1000, 1280, 1600]) {
    await resizeWindow(page, { width, height: Math.round(width / 1.6) });
    // More tabs may move the name aside.
    const faults = (await faultsOf(page)).filter((fault) => !fault.startsWith('the name'));
    expect(faults, `${width} px`).toEqual([]);
    await links.last().scrollIntoViewIfNeeded();
    await expect(links.last()).toBeInViewport({ ratio: 1 });
  }
});

const windows = {
  desktop: computer,
  '4:3': { width: 800, height: 600 },
  square: { width: 1000, height: 900 },
  phone,
  'small phone': smallPhone,
  'phone on its side': turnedPhone,
  low: { width: 720, height: 450 },
};

test('the invalid field is in view, and no hint covers it', async ({ page, form }) => {
  await page.goto('/contact');
  for (const [name, viewport] of Object.entries(windows))
    await test.step(`on a ${name} window`, async () => {
      await resizeWindow(page, viewport);
      await form.email.fill('');
      await form.send.click();
      const note = page.locator('#email-note');
      await expect(form.hint).toHaveAttribute('data-kind', 'error');
      for (const part of [form.email, note]) {
        expect(await isCovered(part, form.hint)).toBe(false);
        await expect(part).toBeInViewport({ ratio: 1 });
      }
      await form.email.fill('not-an-address'.repeat(20));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
      await form.email.fill('zoe@example.org');
      await form.send.click();
      await expect(form.hint).toHaveAttribute('data-kind', 'success');
      // A low window is scrolled to its button, with the letter where the hint is for five seconds.
      if (viewport.height <= 600) return;
      const letter = page.locator('img[src$="letter.svg"], form svg[viewBox="0 0 700 284"]');
      expect(await isCovered(letter.locator('visible=true'), form.hint)).toBe(false);
    });
});

async function isCovered(part: Locator, by: Locator): Promise<boolean> {
  const [below, above] = [await part.boundingBox(), await by.boundingBox()];
  if (!below || !above) throw new Error('One of the elements is not visible');
  const meets = (start: 'x' | 'y', size: 'width' | 'height') =>
    below[start] < above[start] + above[size] && above[start] < below[start] + below[size];
  return meets('x', 'width') && meets('y', 'height');
}

test('an unknown or failed page is on one screen, and axe finds nothing', async ({ page }) => {
  await page.route('**/releases/home/*/remoteEntry*', (route) => route.abort());
  const main = page.getByRole('main');
  for (const path of ['/no-such-page', '/home']) {
    // A first load of a section that is lost keeps the text of the document.
    await page.goto(path === '/home' ? '/contact' : path);
    if (path === '/home') await page.locator(`header [href="${path}"]`).dispatchEvent('click');
    for (const size of [turnedPhone, windows.low, { width: 1280, height: 560 }]) {
      await resizeWindow(page, size);
      const where = `${path} at ${size.width} px`;
      for (const part of ['h1', 'p', 'a, button:not([aria-pressed])', 'img'])
        await expect(main.locator(part).last(), where).toBeInViewport({ ratio: 1 });
    }
  }
  // A picture that is still loading causes a finding.
  await expectNoViolation(page, 'a section that cannot be loaded', () =>
    expect(main.getByRole('alert').locator('img:not([aria-busy])')).toBeVisible(),
  );
});
