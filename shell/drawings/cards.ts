import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { browserOptions } from '@portfolio/cli/browser';
import { palette, withPalette } from '@portfolio/contract/palette.ts';
import { load } from 'js-yaml';
import { chromium } from 'playwright';
import sharp from 'sharp';
import owner from '../kit/owner.json' with { type: 'json' };
import { fontFace } from './font-face.ts';
import { repositoryFolder } from './places.ts';

const shell = path.join(repositoryFolder, 'shell');
const resources = path.join(shell, 'resources');
const read = (file: string) => readFile(path.join(shell, file), 'utf8');

/**
 * Draws the card that chats show for a link, one per language: `resources/social-card.png` in English, else
 * `social-card-<language>.png`. Deletes the cards of removed languages.
 */
export async function drawCards(): Promise<void> {
  const document = await read('document.html');
  const colours = [...palette(document, 'dark')].map((colour) => colour.join(':'));
  const wall = Buffer.from(withPalette(await read('wall.svg'), document, 'dark'));
  const style = `${fontFace}:root{${colours.join(';')};--wall-drawing:url(data:image/svg+xml;base64,${wall.toString('base64')})}`;
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.goto(pathToFileURL(path.join(shell, 'drawings/social-card.html')).href);
  await page.addStyleTag({ content: style });
  for (const old of await readdir(resources)) {
    if (/^social-card-.*\.png$/.test(old)) await rm(path.join(resources, old));
  }
  for (const file of await readdir(path.join(shell, 'locales'))) {
    const language = path.parse(file).name;
    const { site } = load(await read(`locales/${file}`)) as { site: { title: string } };
    const card = language === 'en' ? 'social-card.png' : `social-card-${language}.png`;
    // The text after the title's last comma is accented.
    const [, start = site.title, accent = ''] = /^(.*,) (.*)$/.exec(site.title) ?? [];
    await page.evaluate(write, { name: owner.name, start, accent });
    await sharp(await page.screenshot())
      .png({ palette: true, effort: 10 })
      .toFile(path.join(resources, card));
    console.log(card);
  }
  await browser.close();
}

/** Runs in the page. Uses the largest font size that fits. */
async function write(texts: Record<string, string>): Promise<void> {
  await document.fonts.load('16px Outfit');
  const element = (id: string) => document.getElementById(id) as HTMLElement;
  for (const [id, text] of Object.entries(texts)) element(id).textContent = text;
  const box = element('words').parentElement as HTMLElement;
  const isTooLarge = () => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
  let size = 94;
  do element('words').style.fontSize = `${size--}px`;
  while (isTooLarge());
}
