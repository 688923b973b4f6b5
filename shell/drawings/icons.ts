import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { palette } from '@portfolio/contract/palette.ts';
import sharp from 'sharp';
import { repositoryFolder } from './places.ts';
import { readHead } from './scenes.ts';

const shell = path.join(repositoryFolder, 'shell');
const icons = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };

/**
 * Draws the icons of a phone's home screen, with the mascot's head within the circle that phones may cut out,
 * and the tab icon for browsers without SVG icons.
 */
export async function drawIcons(): Promise<void> {
  const document = await readFile(path.join(shell, 'document.html'), 'utf8');
  const colours = palette(document, 'dark');
  const head = await sharp(Buffer.from(await readHead()))
    .resize(344, 344, { fit: 'contain', background: '#0000' })
    .toBuffer();
  const icon = await sharp(Buffer.from(facets(colours)))
    .composite([{ input: head }])
    .png()
    .toBuffer();
  for (const [name, size] of Object.entries(icons)) {
    await sharp(icon)
      .resize(size)
      .png({ palette: true, effort: 10 })
      .toFile(path.join(shell, `resources/${name}.png`));
    console.log(`${name}.png`);
  }
  await drawTabIcon();
}

const facets = (
  colours: Map<string, string>,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">
  <path fill="${colours.get('--background')}" d="M0 0h512v512H0z"/>
  <g fill="#2f7fe0">
    <path fill-opacity=".2" d="M0 0h302L120 210 0 160z"/>
    <path fill-opacity=".13" d="M302 0h115L290 190H137z"/>
    <path fill-opacity=".08" d="M417 0h95v190H290z"/>
    <path fill-opacity=".1" d="M0 160l120 50-58 208L0 400z"/>
    <path fill-opacity=".04" d="M290 190h222v92L350 370z"/>
  </g>
</svg>`;
async function drawTabIcon(): Promise<void> {
  const tabSizes = [16, 32, 48];
  const tabIcons = await Promise.all(
    tabSizes.map((size) =>
      sharp(path.join(shell, 'resources/favicon.svg'), { density: 300 })
        .resize(size, size)
        .png({ palette: true, effort: 10 })
        .toBuffer(),
    ),
  );
  // The header of an ICO file, and one of 16 bytes per picture; a picture may be a PNG.
  const heads = Buffer.alloc(6 + 16 * tabIcons.length);
  heads.writeUInt16LE(1, 2);
  heads.writeUInt16LE(tabIcons.length, 4);
  let start = heads.length;
  for (const [index, { length }] of tabIcons.entries()) {
    const size = tabSizes[index] ?? 0;
    const at = 6 + 16 * index;
    heads.set([size, size], at);
    heads.writeUInt16LE(1, at + 4);
    heads.writeUInt16LE(32, at + 6);
    heads.writeUInt32LE(length, at + 8);
    heads.writeUInt32LE(start, at + 12);
    start += length;
  }
  await writeFile(path.join(shell, 'resources/favicon.ico'), Buffer.concat([heads, ...tabIcons]));
  console.log('favicon.ico');
}
