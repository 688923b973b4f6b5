import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { palette, withPalette } from '@portfolio/contract/read-palette.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { chromiumOptions } from '@portfolio/test-support/chromium.ts';
import { load } from 'js-yaml';
import { type BrowserContextOptions, chromium } from 'playwright';
import sharp, { type Sharp } from 'sharp';
import owner from '../kit/owner.json' with { type: 'json' };

/** What `npm run draw` draws, in this order, or those of them that its words name. */
const kinds = {
  icons: drawIcons,
  cards: drawCards,
  screenshots: drawScreenshots,
};

const root = path.join(import.meta.dirname, '../..');
const at = (file: string) => path.join(root, file);
const read = (file: string) => readFile(at(file), 'utf8');
const urlOf = (type: string, content: Buffer | string) =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;

const document = await read('shell/document.html');
const files = globSync('shell/locales/*.yaml', { cwd: root });
const languages = files.map((file) => path.parse(file).name);
const themes = ['dark', 'light'] as const;
const outfit = '@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2';
const font = urlOf('font/woff2', await readFile(fileURLToPath(import.meta.resolve(outfit))));

const whole = { width: 1600, height: 1000 };
const computer = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.25 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

const words = process.argv.slice(2);
const unknown = words.find((word) => !(word in kinds));
if (unknown) throw new Error(`Nothing is drawn as "${unknown}": ${Object.keys(kinds).join(', ')}.`);
const browser = await chromium.launch(chromiumOptions());
for (const [kind, draw] of Object.entries(kinds)) {
  if (words.length === 0 || words.includes(kind)) await draw();
}
await browser.close();

interface Size {
  width: number;
  height: number;
}

/** Draws HTML in the site's font and dark colours; `{{word}}` in it stands for one of the words. */
async function shoot(
  html: string,
  viewport: Size,
  words: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const filled = html.replaceAll(/\{\{(\w+)\}\}/g, (all, word) => words[word] ?? all);
  const colours = [...palette(document, 'dark')].map((each) => each.join(':')).join(';');
  const style = `@font-face{font-family:Outfit;font-weight:100 900;src:url(${font})}html{${colours}}`;
  const page = await browser.newPage({ viewport, colorScheme: 'dark' });
  await page.setContent(
    `<!doctype html><html><meta charset="utf-8"><style>${style}</style>${filled}`,
  );
  await page.evaluate(() => globalThis.document.fonts.ready.then(() => {}));
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

async function writePng(file: string, picture: Sharp): Promise<void> {
  await picture.png({ palette: true, effort: 10 }).toFile(at(file));
  console.log(file);
}

async function writeWebp(file: string, picture: Buffer): Promise<void> {
  await sharp(picture).webp({ quality: 95, smartSubsample: true, effort: 6 }).toFile(at(file));
  console.log(file);
}

/** The icons of a phone's home screen, and that of a tab for browsers without SVG icons. */
async function drawIcons(): Promise<void> {
  const head = urlOf('image/svg+xml', await read('shell/drawings/head.svg'));
  const drawing = await read('shell/drawings/icon.html');
  const icon = await shoot(drawing, { width: 512, height: 512 }, { head });
  const sizes = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };
  for (const [name, size] of Object.entries(sizes))
    await writePng(`shell/resources/${name}.png`, sharp(icon).resize(size));
  const tab = sharp(at('shell/resources/favicon.svg'), { density: 300 });
  await writePng('shell/resources/favicon.png', tab.resize(48, 48));
}

/** The card that chats show for a link, one for each language; that of English has no language in its name. */
async function drawCards(): Promise<void> {
  const drawing = await read('shell/drawings/social-card.html');
  const mascot = urlOf('image/svg+xml', await read('remote-home/resources/mascot.svg'));
  const wall = urlOf('image/svg+xml', withPalette(await read('shell/wall.svg'), document, 'dark'));
  for (const old of globSync('shell/resources/social-card-*.png', { cwd: root })) await rm(at(old));
  for (const language of languages) {
    const texts = load(await read(`shell/locales/${language}.yaml`)) as { site: { title: string } };
    const { title } = texts.site;
    // What follows the title's last comma is accented.
    const [, start = title, accent = ''] = /^(.*,) (.*)$/.exec(title) ?? [];
    const words = { mascot, wall, name: owner.name, start, accent };
    const card = await shoot(drawing, { width: 1200, height: 630 }, words);
    const name = language === 'en' ? 'social-card' : `social-card-${language}`;
    await writePng(`shell/resources/${name}.png`, sharp(card));
  }
}

/** The pictures of “This website” that are there, and the README's, of a site that is built of these sources. */
async function drawScreenshots(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-drawn-'));
  const env = { ...process.env, DATA_DIR: dataDir, RATE_LIMIT: 'off' };
  const deploy = ['shell/cli/src/portfolio.ts', 'deploy', '--changed'];
  const { status } = spawnSync(process.execPath, deploy, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw new Error('The site could not be built: correct what it says above.');
  const server = await startApiProcess(env);
  const site = await server.url;
  const see = async (...view: Parameters<typeof photograph>) =>
    urlOf('image/png', await photograph(...view));
  const write = async (name: string, picture: Buffer) => {
    const file = `remote-portfolio/resources/website/${name}.webp`;
    if (existsSync(at(file))) await writeWebp(file, picture);
  };
  const phones = await read('shell/drawings/phones.html');
  for (const locale of languages) {
    for (const colorScheme of themes) {
      const home = await photograph(`${site}/home`, { ...computer, locale, colorScheme });
      await write(`home-${locale}-${colorScheme}`, home);
    }
    const dark = { ...phone, locale, colorScheme: 'dark' } as const;
    const light = { ...phone, locale, colorScheme: 'light' } as const;
    const menu = await see(`${site}/home`, dark, '[popovertarget]');
    const projects = await see(`${site}/portfolio`, light);
    await write(`phone-${locale}`, await shoot(phones, whole, { menu, projects }));
  }
  const pages = {
    home: await see(`${site}/home`, { ...computer, colorScheme: 'dark' }),
    portfolio: await see(`${site}/portfolio`, { ...computer, colorScheme: 'light' }),
    contact: await see(`${site}/contact`, { ...computer, colorScheme: 'dark' }),
  };
  const strip = await read('shell/drawings/pages.html');
  const picture = await shoot(strip, { width: 1472, height: 300 }, pages);
  await writePng('.github/site.png', sharp(picture));
  await server.stop('SIGTERM');
  await rm(dataDir, { recursive: true });
}

async function photograph(address: string, options: BrowserContextOptions, clicked?: string) {
  const page = await browser.newPage({ ...options, reducedMotion: 'reduce', bypassCSP: true });
  // A late font would not be used.
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('font-display: optional', 'font-display: block');
    await route.fulfill({ response, body });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.addStyleTag({ content: 'html{overflow-y:visible!important}' });
  if (clicked) await page.locator(clicked).click();
  const picture = await page.screenshot();
  await page.close();
  return picture;
}
