// Draws the pictures of the projects from remote-portfolio/drawings; a build makes their sizes. “This
// website” is taken from the site itself, but for its plan: npm run draw:screenshots.
// A drawing is <project>/<shot>.html; pigs.html and <project>/parts.html (symbols and styles) are put before it.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { browserOptions } from '@portfolio/cli/browser';
import { readArgument } from '@portfolio/cli/usage';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { fontFace } from './font-face.ts';

const portfolio = path.join(import.meta.dirname, '../../remote-portfolio');
const drawings = path.join(portfolio, 'drawings');

const wanted = readArgument(
  'npm run draw:projects --',
  'draws the pictures of the projects from remote-portfolio/drawings',
  ['[drawing]', 'a project, or <project>/<shot> (default: all)'],
);
const browser = await chromium.launch(browserOptions());
const viewport = { width: 1600, height: 1000 };
const page = await browser.newPage({ viewport, javaScriptEnabled: false });
for (const file of await readdir(drawings, { recursive: true })) {
  const { dir: project, name: shot } = path.parse(file);
  const isDrawing = file.endsWith('.html') && project && shot !== 'parts';
  if (!isDrawing || ![undefined, project, `${project}/${shot}`].includes(wanted)) continue;
  const parts = ['pigs.html', `${project}/parts.html`, file].map((part) =>
    readFile(path.join(drawings, part), 'utf8'),
  );
  await draw(project, shot, (await Promise.all(parts)).join(''));
}
await browser.close();

/** A drawing that speaks two languages is drawn in each, for either theme; all others as they are. */
async function draw(project: string, shot: string, drawing: string): Promise<void> {
  const isOne = !drawing.includes('lang="de"');
  for (const language of isOne ? ['en'] : ['en', 'de'])
    for (const colorScheme of isOne ? (['dark'] as const) : (['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.setContent(
        `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>${fontFace}</style>${drawing}`,
      );
      const name = isOne ? shot : `${shot}-${language}-${colorScheme}`;
      await write(`${project}/${name}`, await page.screenshot());
    }
}

async function write(name: string, picture: Buffer): Promise<void> {
  const file = path.join(portfolio, `resources/${name}.webp`);
  await mkdir(path.dirname(file), { recursive: true });
  await sharp(picture).webp({ quality: 95, smartSubsample: true, effort: 6 }).toFile(file);
  console.log(name);
}
