import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import { readOwner } from '@portfolio/api/contact/owner.ts';
import { cardFile, wordsIn } from '@portfolio/contract/pages.ts';
import { palette } from '@portfolio/contract/palette.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import type { Contract, LiveSite } from '@portfolio/releases/live/fits-live.ts';
import type { Texts } from '@portfolio/releases/release/files.ts';
import { templateFile } from '@portfolio/releases/release/release.ts';
import pLimit from 'p-limit';
import sharp from 'sharp';
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
  const owner = await readOwner(set.shell);
  const colours = palette(String(await set.shell.read(templateFile)), 'dark');
  const cards = Object.entries(texts).flatMap(([language, tree]) =>
    posts.map(({ path, title }) => {
      const from = `${owner.name} · ${lookUp(tree, `${name}.document.title`)}`;
      const file = cardFile(path, language);
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
  return hash('sha256', JSON.stringify([title, from, ...colours, ...read])).slice(0, 32);
}

const [width, height] = [1200, 630];
const margin = 84;

export async function drawPostCard({ title, from, picture, colours }: Card): Promise<Buffer> {
  const ground = Buffer.from(drawGround(colours, await embedPicture(picture)));
  const text = colours.get('--text') ?? '#fff';
  const soft = colours.get('--text-soft') ?? text;
  const heading = await fitLetters({ text: title, colour: text, width: picture ? 412 : 1032 });
  const line = await writeLetters({ text: from, colour: soft, width: 1032 }, regular, {
    points: 38,
  });
  return sharp(ground)
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

const frame = 'x="534" y="92" width="610" height="381" rx="12"';

function drawGround(colours: Colours, picture: string | undefined): string {
  const primary = colours.get('--primary');
  const shown = `
    <g transform="rotate(2 839 282)">
      <rect ${frame} transform="translate(0 24)" opacity=".45" filter="url(#soft)"/>
      <image ${frame} preserveAspectRatio="xMidYMid slice" clip-path="url(#corners)" href="data:image/png;base64,${picture}"/>
      <rect ${frame} fill="none" stroke="${colours.get('--text')}" stroke-opacity=".25"/>
    </g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="light" gradientUnits="userSpaceOnUse" cx="${width}" cy="0" r="620">
      <stop stop-color="${primary}" stop-opacity=".45"/>
      <stop offset="1" stop-color="${primary}" stop-opacity="0"/>
    </radialGradient>
    <clipPath id="corners"><rect ${frame}/></clipPath>
    <filter id="soft" x="-12%" y="-18%" width="124%" height="136%"><feGaussianBlur stdDeviation="35"/></filter>
    <rect width="100%" height="100%" fill="${colours.get('--background')}"/>
    <rect width="100%" height="100%" fill="url(#light)"/>
    <rect y="${height - 16}" width="100%" height="16" fill="${primary}"/>
    ${picture ? shown : ''}
  </svg>`;
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
  return sharp({
    text: { text: marked, fontfile, rgba: true, width, ...sized },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}
