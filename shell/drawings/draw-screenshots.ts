// Takes the pictures of “This website” from the running site, so that comparing shows the same:
// home in both themes and two phones, in each language; and the README's. Run it when the looks change.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { browserOptions } from '@portfolio/cli/browser';
import { readArgument } from '@portfolio/cli/usage';
import { load } from 'js-yaml';
import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import sharp from 'sharp';

const address = readArgument(
  'npm run draw:screenshots --',
  'takes the pictures of the site itself, which has to run',
  ['[site]', 'where it is (default: http://127.0.0.1:5037, or the port in PORT)'],
);
const site = address ?? `http://127.0.0.1:${process.env.PORT ?? 5037}`;
const repository = path.join(import.meta.dirname, '../..');
const folder = path.join(repository, 'remote-portfolio/resources/website');

await fetch(site).catch(() => {
  console.error(
    `No site answers at ${site}. Start it with \`npm start\`, or say where it is: npm run draw:screenshots -- http://127.0.0.1:5037`,
  );
  process.exit(1);
});

const computer = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.25 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

const browser = await chromium.launch(browserOptions());
for (const locale of ['de', 'en']) {
  const dark = await take('/home', { ...computer, locale, colorScheme: 'dark' });
  const light = await take('/home', { ...computer, locale, colorScheme: 'light' });
  await write(`home-${locale}-dark`, dark);
  await write(`home-${locale}-light`, light);
  const name = await menuIn(locale);
  const menu = (page: Page) => page.getByRole('button', { name }).click();
  await write(
    `phone-${locale}`,
    await sideBySide(
      await take('/home', { ...phone, locale, colorScheme: 'dark' }, menu),
      await take('/portfolio', { ...phone, locale, colorScheme: 'light' }),
    ),
  );
  if (locale === 'en') await writeForTheReadme([dark, light]);
}
await browser.close();

async function menuIn(language: string): Promise<string> {
  const file = path.join(repository, `shell/locales/${language}.yaml`);
  const texts = load(await readFile(file, 'utf8')) as { header: { menu: string } };
  return texts.header.menu;
}

async function take(
  address: string,
  options: BrowserContextOptions,
  arrange = (_page: Page): unknown => undefined,
): Promise<Buffer> {
  const context = await browser.newContext({
    ...options,
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  const page = await context.newPage();
  // A font that comes late would not be used.
  await page.route(site + address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('font-display: optional', 'font-display: block');
    await route.fulfill({ response, body });
  });
  await page.goto(site + address, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    // A page one looks at has a scrollbar there; a picture has none.
    document.documentElement.style.overflowY = 'visible';
    return document.fonts.ready;
  });
  await arrange(page);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

/** Two phones on one picture of 1600 by 1000. */
async function sideBySide(...shots: Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  const phones = shots.map(
    (shot) => `<img src="data:image/png;base64,${shot.toString('base64')}" alt="">`,
  );
  await page.setContent(`<!doctype html><style>
    body { align-items: center; background: linear-gradient(120deg, #2b0f52, #001529); display: flex; gap: 140px; height: 100vh; justify-content: center; margin: 0 }
    img { border: 12px solid #05070f; border-radius: 44px; box-shadow: 0 30px 90px #000b; height: 860px }
  </style>${phones.join('')}`);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

async function write(name: string, picture: Buffer): Promise<void> {
  // Who has taken that project out wants no pictures of it.
  if (!existsSync(folder)) return;
  const options = { quality: 95, smartSubsample: true, effort: 6 };
  await sharp(picture)
    .webp(options)
    .toFile(path.join(folder, `${name}.webp`));
  console.log(`website/${name}`);
}

async function writeForTheReadme(pictures: Buffer[]): Promise<void> {
  const [dark, light] = await Promise.all(
    pictures.map((picture) => sharp(picture).resize({ width: 640 }).toBuffer()),
  );
  const canvas = { width: 1296, height: 400, channels: 4 as const, background: '#0000' };
  await sharp({ create: canvas })
    .composite([
      { input: dark, left: 0, top: 0 },
      { input: light, left: 656, top: 0 },
    ])
    .png({ palette: true, effort: 10 })
    .toFile(path.join(repository, '.github/site.png'));
  console.log('.github/site.png');
}
