import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { cardFile, wordsIn } from '@portfolio/contract/pages.ts';
import { palette } from '@portfolio/contract/read-palette.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import { type Contract, type LiveSite, readOwner } from '@portfolio/releases/live/live-set.ts';
import type { Texts } from '@portfolio/releases/release/files.ts';
import { templateFile } from '@portfolio/releases/release/release.ts';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { ownPackage } from '../own-package.ts';
import { writeInto } from '../project/manifest.ts';
import { makeOnce } from '../project/package-cache.ts';

interface Card {
  title: string;
  /** The line below the title. */
  from: string;
  /** A file. */
  picture?: string | undefined;
  colours: Colours;
}

const ground = await readFile(path.join(ownPackage, 'template/card.svg'), 'utf8');

type Colours = ReadonlyMap<string, string>;

interface Built {
  /** The folder of the built release. */
  folder: string;
  contract: Contract;
  texts: Texts;
  /** Files of pictures by the card that shows them. */
  pictures: ReadonlyMap<string, string>;
}

/**
 * Adds the card of each post and language to a built release: its title and picture in the colours of the site. Without
 * a live shell there is none.
 */
export async function addCards(
  { set }: LiveSite,
  { folder, contract: { name, pages = [] }, texts, pictures }: Built,
): Promise<void> {
  if (!set) return;
  const posts = pages.filter(({ minutes }) => minutes);
  const owner = await readOwner(set);
  const colours = palette(String(await set.shell.read(templateFile)), 'dark');
  const cards = Object.entries(texts).flatMap(([language, tree]) =>
    posts.map(({ path: at, title }) => {
      const from = `${owner.name} · ${lookUp(tree, `${name}.document.title`)}`;
      const file = cardFile(at, language);
      const card = { title: wordsIn(title, language), from, picture: pictures.get(file), colours };
      return [file, card] as const;
    }),
  );
  await pLimit(os.availableParallelism()).map(cards, async ([file, card]) => {
    const drawn = await makeOnce(`cards/${await hashOf(card)}.jpg`, () => drawPostCard(card));
    await writeInto(folder, file, drawn);
  });
}

async function hashOf({ title, from, picture, colours }: Card): Promise<string> {
  const files = [import.meta.filename, ...(picture ? [picture] : [])];
  const read = await Promise.all(files.map((file) => readFile(file, 'base64')));
  return hash('sha256', JSON.stringify([title, from, ground, ...colours, ...read])).slice(0, 32);
}

const margin = 84;

export async function drawPostCard({ title, from, picture, colours }: Card): Promise<Buffer> {
  const text = colours.get('--text') ?? '#fff';
  const soft = colours.get('--text-soft') ?? text;
  const heading = await fitLetters({ text: title, colour: text, width: picture ? 412 : 1032 });
  const line = await writeLetters({ text: from, colour: soft, width: 1032 }, regular, {
    points: 38,
  });
  return sharp(drawGround(colours, await embedPicture(picture)))
    .composite([
      { input: heading.data, left: margin, top: 92 },
      { input: line.data, left: margin, top: 517 },
    ])
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function embedPicture(file: string | undefined): Promise<string | undefined> {
  if (!file) return undefined;
  const picture = sharp(file).autoOrient().resize({ width: 1220, withoutEnlargement: true });
  return (await picture.png().toBuffer()).toString('base64');
}

/** Fills the drawing below the letters. */
function drawGround(colours: Colours, picture: string | undefined): Buffer {
  const display = picture ? 'inline' : 'none';
  const words = new Map([...colours, ['--picture', picture ?? ''], ['--display', display]]);
  return Buffer.from(
    ground.replaceAll(/\{\{(\w+)\}\}/g, (all, word) => words.get(`--${word}`) ?? all),
  );
}

interface Letters {
  text: string;
  colour: string;
  width: number;
}

const tallest = 370;

/** Draws a title in large letters, or in smaller ones that fit. */
async function fitLetters(letters: Letters) {
  const large = await writeLetters(letters, semiBold, { points: 96 });
  const isTooLarge = large.info.height > tallest || large.info.width > letters.width;
  return isTooLarge ? writeLetters(letters, semiBold, { height: tallest }) : large;
}

const { resolve } = createRequire(import.meta.url);

/** A font with its file, as the letters must not depend on the fonts of the machine. */
const semiBold = {
  font: 'Outfit Semi-Bold',
  fontfile: resolve('@expo-google-fonts/outfit/600SemiBold/Outfit_600SemiBold.ttf'),
};
const regular = {
  font: 'Outfit Regular',
  fontfile: resolve('@expo-google-fonts/outfit/400Regular/Outfit_400Regular.ttf'),
};

/** Letters that the font lacks, as those of Chinese, come from the fonts of the machine. */
function writeLetters(
  { text, colour, width }: Letters,
  { font, fontfile }: typeof regular,
  size: { points: number } | { height: number },
) {
  const sized = 'points' in size ? { font: `${font} ${size.points}`, dpi: 72 } : { font, ...size };
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const marked = `<span foreground="${colour}" line_height="0.86">${escaped}</span>`;
  return sharp({ text: { text: marked, fontfile, rgba: true, width, ...sized } })
    .png()
    .toBuffer({ resolveWithObject: true });
}
