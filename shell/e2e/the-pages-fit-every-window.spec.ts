import type { Locator, Page } from '@playwright/test';
import { lastProject, owner, paths, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { languages, text } from './fixtures/text.ts';
import { resizeWindow } from './fixtures/windows.ts';

const widths = [320, 360, 420, 480, 575, 576, 640, 720, 799, 800, 860, 1000, 1280, 2000];
const ratios = [2.2, 4 / 3, 1, 3 / 4, 0.5];

/** The faults of the header at the window's size. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('#root > header') as HTMLElement;
    const root = document.documentElement;
    const edge = bar.getBoundingClientRect();
    // The row of tabs has room for focus rings around it.
    const shown = [...bar.querySelectorAll(':not(nav, :has(> nav))')].filter(
      (part) => !part.closest(':popover-open') && part.getBoundingClientRect().width > 0,
    );
    const isOutside = ({ left, right, top, bottom }: DOMRect) =>
      left < edge.left || right > edge.right + 0.5 || top < -0.5 || bottom > edge.bottom + 0.5;
    const outside = shown.filter((part) => isOutside(part.getBoundingClientRect()));
    const cut = shown.filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0);
    const targets = shown
      .filter((part) => part.matches('a, button, select'))
      .map((part) => (part.matches('select') ? (part.parentElement as HTMLElement) : part));
    const low = targets.filter((target) => target.getBoundingClientRect().height < 44);
    const [before = 0, after = 0] = [...bar.querySelectorAll('div > span:empty')].map(
      (line) => line.getBoundingClientRect().width,
    );
    const middleOf = ({ left, right }: DOMRect) => (left + right) / 2;
    // In one row, the name is between its lines, if any, in the middle of the window.
    const line = bar.querySelector('div > span:empty');
    const isBetween = innerWidth >= 576 && line && line.getClientRects().length > 0;
    const name = isBetween ? line.parentElement : null;
    const aside = name ? middleOf(name.getBoundingClientRect()) - middleOf(edge) : 0;
    return [
      ...(edge.height === 64 ? [] : [`${edge.height} px high`]),
      ...(root.scrollWidth <= root.clientWidth ? [] : [`page ${root.scrollWidth} px wide`]),
      ...outside.map((part) => `outside: ${part.tagName} ${part.textContent}`),
      ...cut.map((part) => `cut: ${part.tagName} ${part.textContent}`),
      ...low.map((target) => `lower than 44 px: ${target.textContent}`),
      ...(Math.abs(aside) < 1 ? [] : [`the name ${aside} px aside`]),
      ...(Math.abs(before - after) < 1 ? [] : [`lines of ${before} and ${after} px`]),
    ];
  });
}

/** Runs in the page: texts that are cut off at the side, and boxes that scroll sideways. */
function lostAtTheSide(): (string | null)[] {
  const root = document.documentElement;
  const texts = document.querySelectorAll('main :is(h1, h2, h3, p, li, a, button, label)');
  const isHidden = (text: Element) => text.closest('[aria-hidden=true]') !== null;
  // Text in a scrolling strip can be scrolled into view.
  const isInStrip = (text: Element) => {
    const strip = text.closest('ul');
    return strip && getComputedStyle(strip).overflowX === 'auto';
  };
  const cut = [...texts].filter(
    (text) =>
      text.getBoundingClientRect().right > root.clientWidth + 0.5 &&
      !isInStrip(text) &&
      !isHidden(text),
  );
  const scrolling = [root, ...document.querySelectorAll('article')].filter(
    (box) => box.scrollWidth > box.clientWidth,
  );
  return [
    ...cut.map(({ textContent }) => textContent),
    ...scrolling.map(({ tagName }) => `${tagName} scrolls sideways`),
  ];
}

/** Runs in the page: words, except in addresses, of which a part is on another line or outside of its box. */
function brokenWords(): string[] {
  const broken: string[] = [];
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
      if (isBroken || rows.some(({ right }) => right > end + 1)) broken.push(word);
    }
  }
  return broken;
}

test.use({ expectedErrors: [/no-such-page|remoteEntry/] });

for (const language of languages) {
  test(`in ${language}, the header is 64 px high, nothing is outside, cut or below 44 px, from 320 to 2000 px in every ratio`, async ({
    page,
    heading,
  }) => {
    await page.goto(`/contact?language=${language}`);
    await expect(heading).toBeVisible();
    for (const ratio of ratios) {
      for (const width of widths) {
        await resizeWindow(page, { width, height: Math.round(width / ratio) });
        expect(await faultsOf(page), `${width} px at ${ratio}`).toEqual([]);
      }
    }
  });

  test(`in ${language}, zoom to 200 and 400 % and 320 px lose nothing`, async ({
    page,
    heading,
  }) => {
    for (const path of [...paths, '/no-such-page']) {
      await page.goto(`${path}?language=${language}`);
      await expect(heading).toBeVisible();
      // 1280 × 800 zoomed to 200 and 400 %, and a small phone.
      for (const [width, height] of [
        [640, 400],
        [320, 200],
        [320, 640],
      ] as const) {
        await resizeWindow(page, { width, height });
        const lost = await page.evaluate(lostAtTheSide);
        expect(lost, `${path} at ${width} × ${height}`).toEqual([]);
      }
    }
  });

  test(`in ${language}, letters of twice the usual size break no word`, async ({
    page,
    heading,
  }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const path of paths) {
      await page.goto(`${path}?language=${language}`);
      await expect(heading).toBeVisible();
      for (const width of [320, 800]) {
        await resizeWindow(page, { width, height: 640 });
        const lost = await page.evaluate(lostAtTheSide);
        const broken = await page.evaluate(brokenWords);
        expect([...lost, ...broken], `${path} at ${width} px`).toEqual([]);
      }
    }
  });
}

test('a name that is too long for one line of a phone wraps to two, and is not cut off', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  const name = page.getByRole('banner').getByText(owner.name, { exact: true });
  const hidden = await name.evaluate((element) => {
    element.textContent = 'Marguerite Beaumont-Lefèvre';
    return element.scrollHeight - element.clientHeight;
  });
  expect(hidden).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
});

test('with six sections the tabs scroll in their row, and name and switches stay whole', async ({
  page,
}) => {
  await page.goto('/contact');
  const links = page.getByRole('navigation').getByRole('link');
  await page
    .locator('nav ul')
    .evaluate((list) => list.append(...[...list.cloneNode(true).childNodes]));
  await expect(links).toHaveCount(6);
  for (const width of [320, 480, 575, 576, 700, 800, 1000, 1280, 1600]) {
    await resizeWindow(page, { width, height: Math.round(width / 1.6) });
    expect(await overlaps(page), `${width} px`).toEqual([]);
    await links.last().scrollIntoViewIfNeeded();
    await expect(links.last()).toBeInViewport({ ratio: 1 });
  }
});

test('letters of 24 px at least cut no name', async ({ page }) => {
  await page.goto('/contact');
  await page.locator('header').evaluate((header) => {
    for (const part of header.querySelectorAll<HTMLElement>('*'))
      part.style.fontSize = `max(24px, ${getComputedStyle(part).fontSize})`;
  });
  for (const width of [800, 1000]) {
    await resizeWindow(page, { width, height: 600 });
    expect(await overlaps(page), `${width} px`).toEqual([]);
  }
});

/** Parts of the header that meet, are cut, or are outside of the window. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const header = document.querySelector('#root > header') as HTMLElement;
    const parts = [
      'div:has(> nav)',
      'div > span:not(:empty, :has(*))',
      'div:has(> span > select)',
    ].map((selector) => header.querySelector(selector) as HTMLElement);
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const meet = (one: DOMRect, other: DOMRect) =>
      one.left < other.right - 0.5 &&
      other.left < one.right - 0.5 &&
      one.top < other.bottom - 0.5 &&
      other.top < one.bottom - 0.5;
    const name = parts[1] as HTMLElement;
    const root = document.documentElement;
    return [
      ...boxes.flatMap((one, at) =>
        boxes.slice(at + 1).map((other) => (meet(one, other) ? `part ${at} meets another` : '')),
      ),
      ...(name.scrollWidth > name.clientWidth ? ['the name is cut'] : []),
      ...(root.scrollWidth > root.clientWidth ? ['the page scrolls sideways'] : []),
    ].filter(Boolean);
  });
}

const windows = {
  desktop: { width: 1440, height: 900 },
  '4:3': { width: 800, height: 600 },
  square: { width: 1000, height: 900 },
  phone: { width: 390, height: 844 },
  'small phone': { width: 320, height: 640 },
};

const lowWindows = {
  'phone on its side': { width: 844, height: 390 },
  low: { width: 720, height: 450 },
};

test('home ends with a gap of 50 px, on a phone with none', async ({ page }) => {
  await page.goto('/home');
  for (const [name, viewport] of Object.entries(windows)) {
    await page.setViewportSize(viewport);
    const end = page.locator('#page-root > div');
    await expect(end, name).toHaveCSS('padding-bottom', name.endsWith('phone') ? '0px' : '50px');
  }
});

test('the picture is on desktop only, and the blocks are beside or below each other by window', async ({
  page,
}) => {
  await page.goto('/contact');
  const picture = page.locator('img[src$="letter.svg"]');
  const blocks = ['message', 'findMe'].map((name) =>
    page.getByRole('region', { name: text(`contact.${name}.title`) }),
  );
  for (const [name, viewport] of Object.entries(windows))
    await test.step(`on a ${name} window`, async () => {
      await page.setViewportSize(viewport);
      await expect(picture).toBeVisible({ visible: !name.endsWith('phone') });
      const [left, right] = await Promise.all(blocks.map((block) => block.boundingBox()));
      const isBeside = (right?.x ?? 0) >= (left?.x ?? 0) + (left?.width ?? 0);
      expect(isBeside).toBe(!name.endsWith('phone'));
      const day = await page.getByText(text('contact.niceDay')).boundingBox();
      expect(day?.y).toBeGreaterThan((left?.y ?? 0) + (left?.height ?? 0));
    });
});

test('the invalid field and its note are in view, and no hint covers them or the flying letter', async ({
  page,
  form,
}) => {
  for (const [name, viewport] of Object.entries({ ...windows, ...lowWindows }))
    await test.step(`on a ${name} window`, async () => {
      await page.setViewportSize(viewport);
      await page.goto('/contact');
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
      // Where the page is scrolled to its button, the hint is above the picture for its five seconds.
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

test('logo and text are side by side in a square window, below each other on a phone', async ({
  page,
}) => {
  const project = page.getByRole('article', { name: text(lastProject.name) });
  await page.goto('/portfolio');
  for (const [width, isBeside] of [
    [1000, true],
    [675, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const parts = [project.getByRole('img').first(), project.getByRole('heading', { level: 2 })];
    const [logo, name] = await Promise.all(parts.map((part) => part.boundingBox()));
    expect((name?.y ?? 0) < (logo?.y ?? 0) + (logo?.height ?? 0), `${width} px`).toBe(isBeside);
  }
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

test('for an unknown or failed page, picture, words and link are on one screen, even in low windows', async ({
  page,
}) => {
  await page.route('**/releases/home/*/remoteEntry*', (route) => route.abort());
  for (const [width, height] of [
    [844, 390],
    [720, 450],
    [1280, 560],
  ] as const)
    for (const path of ['/no-such-page', '/home']) {
      await page.setViewportSize({ width, height });
      // A first load of a section that is lost keeps the text of the document.
      await page.goto(path === '/home' ? '/contact' : path);
      if (path === '/home') await page.locator(`header [href="${path}"]`).dispatchEvent('click');
      const main = page.getByRole('main');
      for (const part of ['h1', 'p', 'a, button:not([aria-pressed])', 'img'])
        await expect(main.locator(part).last(), `${path} at ${width} px`).toBeInViewport({
          ratio: 1,
        });
    }
});
