import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, ViewportSize } from '@playwright/test';
import { findChromium } from '@portfolio/test-support/chromium.ts';
import { compileMarkdown } from '../cli/src/project/compile-markdown.ts';
import { contactForm } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { root, runAsTeam } from './fixtures/run.ts';
import { otherLanguage, text } from './fixtures/text.ts';
import { computer, phone, turnedPhone } from './fixtures/windows.ts';

/**
 * The browser of the snapshots; any other draws letters slightly differently, so they would fail without a
 * change. Update them after checking the differences: `npm run test:journeys -- the-pages-look
 * --update-snapshots`
 */
const drawnWith = '/usr/bin/chromium-headless-shell, 156, linux x64';

const pages = {
  home: '/home',
  portfolio: '/portfolio',
  story: '/portfolio/mud-inc',
  contact: '/contact',
  'not-found': '/none',
};
/** The looks of each page in a language, between which an open page changes. */
const looks = {
  en: {
    '1440-dark': computer,
    '390-light': phone,
    paper: { width: 718, height: 1016 },
    'pointed-at': computer,
  },
  [otherLanguage]: { '1440-light': computer, '390-dark': phone, pressed: turnedPhone },
};
const press = (page: Page, key: string) =>
  page.getByRole('button', { name: text(key), exact: true }).press('Enter');
/** What can be opened at a path, on a phone or in windows of these sizes. */
const opened: Record<string, [string, (page: Page) => Promise<unknown>, ...ViewportSize[]]> = {
  menu: ['/contact', (page) => press(page, 'header.menu')],
  picture: [
    '/home',
    (page) => page.getByLabel(text('lightbox.open')).first().press('Enter'),
    phone,
    turnedPhone,
    computer,
  ],
  copied: ['/contact', (page) => press(page, 'contact.findMe.copyEmail'), computer],
  puddle: ['/portfolio', (page) => press(page, 'portfolio.puddle.try')],
  'own-pig': ['/home', (page) => press(page, 'home.cut.start')],
  'refused-message': ['/contact', (page) => press(page, 'contact.message.send')],
  'sent-message': [
    '/contact',
    async (page) => {
      await contactForm(page).fill({ email: 'zoe@example.org', message: 'Seen' });
      await press(page, 'contact.message.send');
    },
  ],
  // The outcome of a form sent without script, a shell that is lost, and a page under way.
  notices: [
    '/contact',
    async (page) => {
      await page.evaluate("document.querySelector('form').submit()");
      await page.locator('html[data-ready] #outcome').waitFor();
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.evaluate("document.querySelector('header').dataset.pending = ''");
      await page.evaluate("document.documentElement.dataset.lost = ''");
    },
  ],
};

test.use({ expectedErrors: [/none|400/] });

test.beforeEach(async ({ page, browser }) => {
  const [major] = browser.version().split('.');
  const found = [findChromium(), major, `${process.platform} ${process.arch}`].join(', ');
  test.skip(found !== drawnWith, `The pictures are drawn with ${drawnWith}; this is ${found}`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Ages of releases, and the first line across the ruby.
  await page.addInitScript(
    'Date.now = () => 3_540_000; Date.parse = () => 0; Math.random = () => 0.5',
  );
  // On a busy machine an uncached font is late, and the page keeps its fallback.
  await page.goto('/none');
  await page.evaluate(() => document.fonts.ready.then(() => {}));
});

for (const [language, looksOfLanguage] of Object.entries(looks))
  for (const [title, path] of Object.entries(pages))
    test(`the page ${title} in ${language}`, async ({ page }) => {
      await page.goto(`${path}?language=${language}`);
      for (const [name, size] of Object.entries(looksOfLanguage)) {
        // Paper is light in any theme.
        const colorScheme = name.endsWith('light') ? 'light' : 'dark';
        const media = name === 'paper' ? 'print' : 'screen';
        await page.setViewportSize(size);
        await page.emulateMedia({ media, colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
        if (name === 'pointed-at') await forceStates(page, ['hover', 'focus', 'focus-visible']);
        if (name === 'pressed') await forceStates(page, ['active']);
        await expectLook(page, `${title}-${name}`, true);
      }
    });

for (const [title, [path, open, first = phone, ...others]] of Object.entries(opened))
  test(`an opened ${title}`, async ({ page }) => {
    await page.setViewportSize(first);
    await page.goto(path);
    await open(page);
    await expectLook(page, title);
    for (const size of others) {
      await page.setViewportSize(size);
      await expectLook(page, `${title}-${size.width}`);
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

test('the icons and cards of the drawings', async ({ team: { folder } }) => {
  await runAsTeam(`"${process.execPath}" shell/drawings/draw.ts icons cards`, { cwd: folder });
  for (const file of globSync('shell/resources/*.png', { cwd: folder })) {
    const [drawn, kept] = await Promise.all(
      [folder, root].map((from) => readFile(path.join(from, file), 'base64')),
    );
    expect(drawn === kept, file).toBe(true);
  }
});

/** Shows every control as if a visitor pointed at it, or pressed it. */
async function forceStates(page: Page, forcedPseudoClasses: string[]): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const { nodeId } = (await tools.send('DOM.getDocument')).root;
  const controls = { nodeId, selector: 'a, button, select, input, textarea' };
  for (const nodeId of (await tools.send('DOM.querySelectorAll', controls)).nodeIds)
    await tools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses });
}

async function expectLook(page: Page, name: string, fullPage = false): Promise<void> {
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
  await expect.soft(page).toHaveScreenshot(`${name}.png`, {
    animations: 'disabled',
    fullPage,
    // The mascot waves within its picture, where no setting of the page reaches.
    mask: [page.locator('img[src*="mascot"], b:has(+ [href*=visits])')],
    // Less than the round corners of a control.
    maxDiffPixels: 10,
    threshold: 0.05,
  });
}
