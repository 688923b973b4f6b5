// Renders every drawing of this folder into resources/<project>/; a build makes its sizes.
// “This website” is taken from the site itself, but for its plan: npm run draw:screenshots.
//   node drawings/render.ts [--font <woff2>] [project[/shot] ...]
// A drawing is <project>/<shot>.html; pigs.html and <project>/parts.html (symbols and styles) are put before it.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import sharp from 'sharp';

const drawings = import.meta.dirname;
const resources = join(drawings, '../resources');
const size = { width: 1600, height: 1000 };

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { font: { type: 'string' } },
});
const fontFile =
  values.font ??
  fileURLToPath(
    import.meta.resolve('@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2'),
  );

const read = (...path: string[]) => readFile(join(drawings, ...path), 'utf8');

function isWanted(project: string, shot: string): boolean {
  return wanted.length === 0 || wanted.includes(project) || wanted.includes(`${project}/${shot}`);
}

async function drawingsToRender(): Promise<{ project: string; shot: string }[]> {
  const files = await readdir(drawings, { recursive: true });
  return files.sort().flatMap((file) => {
    const [, project, shot] = /^([\w-]+)[/\\]([\w-]+)\.html$/.exec(file) ?? [];
    return project && shot && shot !== 'parts' && isWanted(project, shot)
      ? [{ project, shot }]
      : [];
  });
}

/** A drawing that speaks two languages is drawn in each, for either theme; all others as they are. */
function variantsOf(shot: string, drawing: string) {
  if (!drawing.includes('lang="de"'))
    return [{ name: shot, language: 'en', colorScheme: 'dark' as const }];
  return (['en', 'de'] as const).flatMap((language) =>
    (['dark', 'light'] as const).map((colorScheme) => ({
      name: `${shot}-${language}-${colorScheme}`,
      language,
      colorScheme,
    })),
  );
}

async function writePicture(screenshot: Buffer, project: string, shot: string): Promise<void> {
  const folder = join(resources, project);
  await mkdir(folder, { recursive: true });
  const options = { quality: 95, smartSubsample: true, effort: 6 };
  await sharp(screenshot)
    .webp(options)
    .toFile(join(folder, `${shot}.webp`));
  console.log(`${project}/${shot}`);
}

const systemChromium = process.env.PLAYWRIGHT_CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({
  ...(existsSync(systemChromium) && { executablePath: systemChromium }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: size, javaScriptEnabled: false });
const font = (await readFile(fontFile)).toString('base64');
const fontFace = `@font-face{font-family:Outfit;font-weight:100 900;src:url(data:font/woff2;base64,${font})}`;
for (const { project, shot } of await drawingsToRender()) {
  const parts = [
    await read('pigs.html'),
    await read(project, 'parts.html'),
    await read(project, `${shot}.html`),
  ];
  for (const { name, language, colorScheme } of variantsOf(shot, parts.join(''))) {
    await page.emulateMedia({ colorScheme });
    await page.setContent(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>${fontFace}</style>${parts.join('')}`,
    );
    await writePicture(await page.screenshot(), project, name);
  }
}
await browser.close();
