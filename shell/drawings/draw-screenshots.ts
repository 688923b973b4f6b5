// Takes the pictures of “This website” from the running site, so that comparing shows the same:
// home in both themes and two phones, in each language; and the README's. Run it when the looks change.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { browserOptions } from '@portfolio/cli/browser';
import { readArgument } from '@portfolio/cli/usage';
import { type BrowserContextOptions, chromium } from 'playwright';
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
  const themes = [
    await take('/home', { ...computer, locale, colorScheme: 'dark' }),
    await take('/home', { ...computer, locale, colorScheme: 'light' }),
  ] as const;
  await write(`home-${locale}-dark`, themes[0]);
  await write(`home-${locale}-light`, themes[1]);
  const phones = [
    await take('/home', { ...phone, locale, colorScheme: 'dark' }, true),
    await take('/portfolio', { ...phone, locale, colorScheme: 'light' }),
  ];
  const phoneStyle = `
    body { align-items: center; background: linear-gradient(120deg, #2b0f52, #001529); gap: 140px; height: 100vh; justify-content: center }
    img { border: 12px solid #05070f; border-radius: 44px; box-shadow: 0 30px 90px #000b; height: 860px }`;
  await write(
    `phone-${locale}`,
    await sideBySide(phones, { width: 1600, height: 1000 }, phoneStyle),
  );
  if (locale !== 'en') continue;
  const size = { width: 1296, height: 400 };
  await sharp(await sideBySide(themes, size, 'body { gap: 16px } img { height: 400px }'))
    .png({ palette: true, effort: 10 })
    .toFile(path.join(repository, '.github/site.png'));
  console.log('.github/site.png');
}
await browser.close();

async function take(
  address: string,
  options: BrowserContextOptions,
  hasMenu = false,
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
  if (hasMenu) await page.locator('[popovertarget]').click();
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function sideBySide(
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
  // Who has taken that project out wants no pictures of it.
  if (!existsSync(folder)) return;
  const options = { quality: 95, smartSubsample: true, effort: 6 };
  await sharp(picture)
    .webp(options)
    .toFile(path.join(folder, `${name}.webp`));
  console.log(`website/${name}`);
}
