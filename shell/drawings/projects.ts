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
    await draw(page, document, `${project}/${shot}`, (await Promise.all(parts)).join(''));
  }
  await browser.close();
}

/** Draws a drawing with several languages once per language and theme, any other once. */
async function draw(page: Page, document: string, shot: string, drawing: string): Promise<void> {
  const languages = new Set([...drawing.matchAll(/ lang="([\w-]+)"/g)].map(([, tag = '']) => tag));
  if (languages.size === 0) return write(shot, await take(page, 'en', drawing));
  for (const language of languages) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const colours = [...palette(document, colorScheme)].map((colour) => colour.join(':'));
      const style = `<style>html{${colours.join(';')}}</style>`;
      const picture = await take(page, language, style + drawing);
      await write(`${shot}-${language}-${colorScheme}`, picture);
    }
  }
}

async function take(page: Page, language: string, drawing: string): Promise<Buffer> {
  await page.setContent(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>${fontFace}</style>${drawing}`,
  );
  return page.screenshot();
}

async function write(name: string, picture: Buffer): Promise<void> {
  const file = path.join(portfolio, `resources/${name}.webp`);
  await mkdir(path.dirname(file), { recursive: true });
  await sharp(picture).webp({ quality: 95, smartSubsample: true, effort: 6 }).toFile(file);
  console.log(name);
}
