import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { browserOptions } from '@portfolio/cli/browser';
import { palette } from '@portfolio/contract/palette.ts';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { fontFace } from './font-face.ts';
import { repositoryFolder } from './places.ts';

const portfolio = path.join(repositoryFolder, 'remote-portfolio');
const drawings = path.join(portfolio, 'drawings');

const viewport = { width: 1600, height: 1000 };

/**
 * Draws the pictures of the projects that `projects.ts` names; a build makes their sizes. Pictures of “This
 * website” are screenshots, except for its plan. A drawing is
 * `remote-portfolio/drawings/<project>/<shot>.html`, preceded by `pigs.html` and `<project>/parts.html`
 * (symbols and styles).
 */
export async function drawProjects(): Promise<void> {
  const named = await readFile(path.join(portfolio, 'src/projects.ts'), 'utf8');
  const document = await readFile(path.join(repositoryFolder, 'shell/document.html'), 'utf8');
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage({ viewport, javaScriptEnabled: false });
  const files = existsSync(drawings) ? await readdir(drawings, { recursive: true }) : [];
  for (const file of files) {
    const { dir: project, name: shot } = path.parse(file);
    const isNamed = new RegExp(`'${RegExp.escape(`${project}/${shot}`)}['-]`).test(named);
    if (!file.endsWith('.html') || !isNamed) continue;
    const parts = ['pigs.html', `${project}/parts.html`, file].map((part) =>
      readFile(path.join(drawings, part), 'utf8'),
    );
    const drawing = { page, document, named, shot: `${project}/${shot}` };
    await draw(drawing, (await Promise.all(parts)).join(''));
  }
  await browser.close();
}

interface Drawing {
  page: Page;
  /** The shell's document, which has the colours. */
  document: string;
  /** The source that names the pictures. */
  named: string;
  shot: string;
}

/** Draws a drawing with several languages once per language and theme, any other once; and the sketch of it. */
async function draw({ page, document, named, shot }: Drawing, html: string): Promise<void> {
  const sketch = `${shot}-sketch`;
  const languages = new Set([...html.matchAll(/ lang="([\w-]+)"/g)].map(([, tag = '']) => tag));
  if (languages.size === 0) {
    const picture = await take(page, 'en', html);
    await write(shot, picture);
    if (named.includes(`'${sketch}'`)) await write(sketch, await drawSketch(page, picture), 60);
  }
  for (const language of languages) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const colours = [...palette(document, colorScheme)].map((colour) => colour.join(':'));
      const style = `<style>html{${colours.join(';')}}</style>`;
      const picture = await take(page, language, style + html);
      await write(`${shot}-${language}-${colorScheme}`, picture);
      if (colorScheme === 'light' && named.includes(`'${sketch}-`))
        await write(`${sketch}-${language}`, await drawSketch(page, picture), 60);
    }
  }
}

/** Draws the lines of a picture as a pencil would, on squared paper. */
async function drawSketch(page: Page, picture: Buffer): Promise<Buffer> {
  const pencil = await readFile(path.join(drawings, 'sketch.html'), 'utf8');
  const address = `data:image/png;base64,${picture.toString('base64')}`;
  return take(page, 'en', pencil.replace('{{picture}}', address));
}

async function take(page: Page, language: string, drawing: string): Promise<Buffer> {
  await page.setContent(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>${fontFace}</style>${drawing}`,
  );
  return page.screenshot();
}

async function write(name: string, picture: Buffer, quality = 95): Promise<void> {
  const file = path.join(portfolio, `resources/${name}.webp`);
  await mkdir(path.dirname(file), { recursive: true });
  await sharp(picture).webp({ quality, smartSubsample: true, effort: 6 }).toFile(file);
  console.log(name);
}
