import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession, Page, ViewportSize } from '@playwright/test';
import { findChromium } from '@portfolio/test-support/chromium.ts';
import { compileMarkdown } from '../cli/src/project/compile-markdown.ts';
import { contactForm } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { headerOf } from './fixtures/header.ts';
import { root, runAsTeam } from './fixtures/run.ts';
import { otherLanguage, text } from './fixtures/text.ts';
import { computer, phone, turnedPhone } from './fixtures/windows.ts';

/**
 * The browser of the snapshots; any other draws letters slightly differently. Update them after checking the
 * differences: `npm run test:journeys -- the-pages-look --update-snapshots`
 */
const drawnWith = '/usr/bin/chromium-headless-shell, 156, linux x64';

const pages = {
  home: '/home',
  portfolio: '/portfolio',
  story: '/portfolio/mud-inc',
  contact: '/contact',
  'not-found': '/none',
};
const paper = { width: 718, height: 1016 };
const narrow = { width: 520, height: 640 };
/** The looks of each page in a language, between which an open page changes. */
const looks = {
  en: { '1440-dark': computer, '390-light': phone, 'pointed-at': computer, paper },
  [otherLanguage]: {
    ...{ '1440-light': computer, 'focused-light': narrow },
    ...{ focused: phone, pressed: turnedPhone },
  },
};
const controls = 'a, button, select, input, textarea, summary, main';
const states: Record<string, [states: string[], of?: string]> = {
  'pointed-at': [['hover']],
  focused: [['focus', 'focus-visible'], controls],
  pressed: [['active']],
};
const press = (page: Page, key: string) =>
  page.getByRole('button', { name: text(key), exact: true }).press('Enter');
/** What can be opened on a page, such as a hint with a tooltip, and what moves there: on a phone, or in its windows. */
const opened: Record<string, Record<string, (page: Page) => Promise<unknown>>> = {
  '/contact': {
    copied: (page) =>
      press(page, 'contact.findMe.copyEmail').then(() => page.locator('[data-kind]').waitFor()),
    async menu(page) {
      await page.evaluate("document.querySelector('div > span').append(', a name of two lines')");
      await press(page, 'header.menu');
      await forceStates(page, ['hover']);
    },
    'refused-message': (page) => press(page, 'contact.message.send'),
    async sent(page) {
      await contactForm(page).fill({ email: 'zoe@example.org', message: 'Seen' });
      await press(page, 'contact.message.send');
      await page.locator('form animateMotion').waitFor({ state: 'attached' });
    },
    // The outcome of a form sent without script, a shell that is lost, and a page under way.
    async notices(page) {
      await page.evaluate("document.querySelector('form').submit()");
      await page.locator('html[data-ready] #outcome').waitFor();
      await page.evaluate("document.querySelector('header').dataset.pending = ''");
      await page.evaluate("document.documentElement.dataset.lost = ''");
    },
    async 'to-the-left'(page) {
      await press(page, 'header.menu');
      await headerOf(page).link('portfolio').press('Enter');
      await page.locator('[data-change=back]').waitFor();
    },
    'selected-words': (page) =>
      page.evaluate("getSelection().selectAllChildren(document.querySelector('form'))"),
    // The last, as the next page would keep it.
    theme: (page) => headerOf(page).theme.selectOption('light'),
  },
  '/home': {
    async picture(page) {
      await page.getByLabel(text('lightbox.open')).first().press('Enter');
      const about = page.locator('dialog p').last();
      await about.evaluate((it) => it.append(' pig'.repeat(400)));
    },
    async stone(page) {
      await press(page, 'home.cut.start');
      const stone = page.getByRole('button', { name: text('home.cut.stone') });
      for (const way of ['Up', 'Down', 'Left', 'Right']) {
        await stone.press(`Arrow${way}`);
        await stone.press('Enter');
      }
    },
    mascot: (page) => forceStates(page, ['active'], 'main header > div'),
    async 'to-a-project'(page) {
      await preparePictures(page);
      await page.locator('#games li a').first().press('Enter');
      await page.locator('[data-change=forward]').waitFor();
    },
  },
  '/portfolio': {
    async puddle(page) {
      await press(page, 'portfolio.puddle.try');
      for (let mud = 0; mud < 15; mud += 1) await press(page, 'portfolio.puddle.press');
    },
  },
};
const windows: Record<string, ViewportSize[]> = {
  copied: [computer],
  sent: [phone, computer],
  stone: [phone, turnedPhone],
  picture: [phone, turnedPhone, computer],
};
/** The milliseconds on their way at which they are seen, else 70; what has windows is seen at the end. */
const ms: Record<string, number> = { notices: 560, puddle: 200, sent: 700, stone: 70, theme: 250 };

// A file of text may request nothing itself.
test.use({ bypassCSP: true, expectedErrors: [/none|400/] });

test.beforeEach(async ({ page, browser, baseURL }) => {
  const [major] = browser.version().split('.');
  const found = [findChromium(), major, `${process.platform} ${process.arch}`].join(', ');
  test.skip(found !== drawnWith, `The pictures are drawn with ${drawnWith}; this is ${found}`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Ages of releases, the first line across the ruby, and hints, which stay.
  const still = `Date.now = () => 3_540_000; Date.parse = () => 0; Math.random = () => 0.5; setInterval = () => 0`;
  await page.addInitScript(still);
  await cacheFont(page, baseURL as string);
});

for (const [title, path] of Object.entries(pages))
  test(`the page ${title}`, async ({ page }) => {
    for (const [language, looksOfLanguage] of Object.entries(looks)) {
      await page.goto(`${path}?language=${language}`);
      for (const [name, size] of Object.entries(looksOfLanguage)) {
        // Paper is light in any theme.
        const colorScheme = name.endsWith('light') ? 'light' : 'dark';
        const media = name === 'paper' ? 'print' : 'screen';
        await page.setViewportSize(size);
        await page.emulateMedia({ media, colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
        if (name === 'pointed-at') await stopMotion(page);
        const forcing = await forceStates(page, ...(states[name.replace('-light', '')] ?? [[]]));
        await expectLook(page, `${title}-${name}`, true, name === 'pointed-at' ? 70 : undefined);
        await forcing.detach();
      }
    }
  });

for (const [path, ofPath] of Object.entries(opened))
  test(`what opens or moves on ${path}`, async ({ page }) => {
    for (const [title, open] of Object.entries(ofPath)) {
      const [first = phone, ...others] = windows[title] ?? [];
      const at = ms[title] ?? (title in windows ? 0 : 70);
      await page.setViewportSize(first);
      if (at > 0) await stopMotion(page);
      await page.goto(path);
      await open(page);
      await expectLook(page, title, false, at);
      for (const size of others) {
        await page.setViewportSize(size);
        await expectLook(page, `${title}-${size.width}`);
      }
    }
  });

test('a text with all that Markdown has', async ({ page }) => {
  const file = 'posts/everything.md';
  const text = await readFile(path.join(import.meta.dirname, 'fixtures', file), 'utf8');
  const place = { source: path.join(root, 'remote-portfolio'), file, page: pages.story };
  const { nodes } = await compileMarkdown({ ...place, text, language: 'en', pages: new Map() });
  await page.route('**/pages/**.json', (route) => route.fulfill({ json: nodes }));
  await page.setViewportSize(phone);
  await page.goto('/portfolio');
  await page.locator(`a[href="${pages.story}"]`).click();
  await page.getByText('Because it could.').waitFor();
  await expectLook(page, 'markdown', true);
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  await expectLook(page, 'markdown-paper', true);
});

test('a pig that is cut, and its picture to keep', async ({ page, site }) => {
  // Both show the address, which has no port here.
  await page.route('http://pig.localhost/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: site.url + pathname + search });
    await route.fulfill({ response });
  });
  await cacheFont(page, 'http://pig.localhost');
  await page.goto('http://pig.localhost/home');
  await press(page, 'home.cut.start');
  for (let cut = 0; cut < 7; cut += 1) await press(page, 'home.cut.stone');
  // Away from the mascot, which is masked.
  await page.evaluate('scrollTo(0, 1400)');
  await expectLook(page, 'cut-pig');
  const kept = page.waitForEvent('download');
  await press(page, 'home.cut.keep');
  const picture = await readFile(await (await kept).path());
  expect(picture).toMatchSnapshot('kept-pig.png', { threshold: 0.05 });
});

test('the icons and cards of the drawings @slow', async ({ team: { folder } }) => {
  await runAsTeam(`"${process.execPath}" shell/drawings/draw.ts icons cards`, { cwd: folder });
  for (const file of globSync('shell/resources/*.png', { cwd: folder })) {
    const read = [folder, root].map((from) => readFile(path.join(from, file), 'base64'));
    const [drawn, kept] = await Promise.all(read);
    expect(drawn === kept, file).toBe(true);
  }
});

/** On a busy machine an uncached font is late, and a page keeps its fallback. */
async function cacheFont(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/robots.txt`);
  await page.evaluate(async () => {
    const [font] = (await (await fetch('/none')).text()).match(/[^"]+\.woff2/) ?? [];
    await new FontFace('cached', `url(${font})`).load();
  });
}

/** Shows elements as if a visitor pointed at them, or pressed them, until it is detached. */
async function forceStates(
  page: Page,
  forcedPseudoClasses: string[],
  selector = `${controls}, li, header span, div:has(> img)`,
): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const { nodeId } = (await tools.send('DOM.getDocument')).root;
  const { nodeIds } = await tools.send('DOM.querySelectorAll', { nodeId, selector });
  const force = (nodeId: number) =>
    tools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses });
  await Promise.all(nodeIds.map(force));
  return tools;
}

/** Stops the clock of all that moves. */
async function stopMotion(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Animation.enable');
  await tools.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
}

/** Sets all that moves to a millisecond of its way. */
async function moveTo(page: Page, at: number): Promise<void> {
  await page.evaluate(() => document.activeViewTransition?.ready);
  await page.evaluate((at) => {
    for (const each of document.getAnimations()) {
      if (each.timeline !== document.timeline) continue;
      each.pause();
      each.currentTime = at;
    }
    for (const flight of document.querySelectorAll<SVGAnimationElement>('animateMotion')) {
      flight.ownerSVGElement?.pauseAnimations();
      flight.ownerSVGElement?.setCurrentTime(flight.getStartTime() + at / 1000);
    }
  }, at);
}

async function preparePictures(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  // Those below the window would only come when the visitor scrolls.
  await page.evaluate(async () => {
    const seen = [...document.images].filter((image) => image.offsetParent);
    for (const image of seen) image.loading = 'eager';
    await Promise.all([document.fonts.ready, ...seen.map((image) => image.decode())]);
    // Photos make large files.
    const plain = new CSSStyleSheet();
    plain.replaceSync('picture > img { filter: brightness(0) invert(0.5); }');
    document.adoptedStyleSheets.push(plain);
  });
  await expect(page.locator('img[aria-busy]:visible')).toHaveCount(0);
}

async function expectLook(page: Page, name: string, fullPage = false, at?: number): Promise<void> {
  await preparePictures(page);
  if (at) await moveTo(page, at);
  const options = {
    animations: at ? ('allow' as const) : ('disabled' as const),
    fullPage,
    // The mascot waves within its picture, where no setting of the page reaches.
    mask: [page.locator('img[src*="mascot"], b:has(+ [href*=visits])')],
    // Less than the round corners of a control.
    maxDiffPixels: 10,
    threshold: 0.05,
  };
  const file = test.info().snapshotPath(`${name}.png`, { kind: 'screenshot' });
  const kept = await readFile(file).catch(() => undefined);
  // Comparing pixels takes far longer.
  if (kept?.equals(await page.screenshot(options))) return;
  await expect.soft(page).toHaveScreenshot(`${name}.png`, options);
}
