import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { browserOptions } from '@portfolio/cli/browser';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright';
import sharp from 'sharp';
import { repositoryFolder } from './places.ts';

const folder = path.join(repositoryFolder, 'remote-portfolio/resources/website');

const computer = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.25 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

/**
 * Takes the pictures of “This website” in each language, with equal views for comparison, and the README's
 * picture. Builds and serves these sources on their own port.
 */
export async function drawScreenshots(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-drawn-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off' };
  const args = ['shell/cli/src/portfolio.ts', 'deploy', '--changed'];
  const { status } = spawnSync(process.execPath, args, {
    cwd: repositoryFolder,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The site could not be built: correct what it says above.');
  const server = await startApiProcess(env);
  const browser = await chromium.launch(browserOptions());
  const locales = await readdir(path.join(repositoryFolder, 'shell/locales'));
  for (const file of locales) await drawIn(browser, await server.url, path.parse(file).name);
  await drawReadme(browser, await server.url);
  await browser.close();
  await server.stop('SIGTERM');
  await rm(dataDir, { recursive: true });
}

async function drawIn(browser: Browser, site: string, locale: string): Promise<void> {
  const take = (address: string, options: BrowserContextOptions, hasMenu = false) =>
    photograph(browser, site + address, { ...options, locale }, hasMenu);
  await write(`home-${locale}-dark`, await take('/home', { ...computer, colorScheme: 'dark' }));
  await write(`home-${locale}-light`, await take('/home', { ...computer, colorScheme: 'light' }));
  const phones = [
    await take('/home', { ...phone, colorScheme: 'dark' }, true),
    await take('/portfolio', { ...phone, colorScheme: 'light' }),
  ];
  const ground = 'linear-gradient(120deg, #2b0f52, #001529)';
  const phoneStyle = `
    body { align-items: center; background: ${ground}; gap: 140px; height: 100vh; justify-content: center }
    img { border: 12px solid #05070f; border-radius: 44px; box-shadow: 0 30px 90px #000b; height: 860px }`;
  const size = { width: 1600, height: 1000 };
  await write(`phone-${locale}`, await sideBySide(browser, phones, size, phoneStyle));
}

/** The README's picture: the first three pages, in both themes by turns. */
async function drawReadme(browser: Browser, site: string): Promise<void> {
  const picture = path.join(repositoryFolder, '.github/site.png');
  if (!existsSync(picture)) return;
  const page = await browser.newPage();
  await page.goto(site);
  const links = await page.locator('header nav a').all();
  const paths = await Promise.all(links.slice(0, 3).map((link) => link.getAttribute('href')));
  await page.close();
  const shots: Buffer[] = [];
  for (const [turn, address] of paths.entries()) {
    const colorScheme = turn % 2 === 0 ? 'dark' : 'light';
    shots.push(await photograph(browser, `${site}${address}`, { ...computer, colorScheme }, false));
  }
  const strip = { width: shots.length * 496 - 16, height: 300 };
  const style = 'body { gap: 16px } img { height: 300px }';
  await sharp(await sideBySide(browser, shots, strip, style))
    .png({ palette: true, effort: 10 })
    .toFile(picture);
  console.log('.github/site.png');
}

async function photograph(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  hasMenu: boolean,
): Promise<Buffer> {
  const context = await browser.newContext({
    ...options,
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  const page = await context.newPage();
  // A late font would not be used.
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('font-display: optional', 'font-display: block');
    await route.fulfill({ response, body });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    // The picture must not show a scrollbar.
    document.documentElement.style.overflowY = 'visible';
    return document.fonts.ready;
  });
  if (hasMenu) await page.locator('[popovertarget]').click();
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function sideBySide(
  browser: Browser,
  shots: readonly Buffer[],
  viewport: { width: number; height: number },
  style: string,
): Promise<Buffer> {
  const page = await browser.newPage({ viewport });
  const pictures = shots.map(
    (shot) => `<img src="data:image/png;base64,${shot.toString('base64')}" alt="">`,
  );
  await page.setContent(
    `<!doctype html><style>body { display: flex; margin: 0 } ${style}</style>${pictures.join('')}`,
  );
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

async function write(name: string, picture: Buffer): Promise<void> {
  // A removed project, or one with other pictures, gets none of these.
  if (!existsSync(path.join(folder, `${name}.webp`))) return;
  const options = { quality: 95, smartSubsample: true, effort: 6 };
  await sharp(picture)
    .webp(options)
    .toFile(path.join(folder, `${name}.webp`));
  console.log(`website/${name}`);
}
