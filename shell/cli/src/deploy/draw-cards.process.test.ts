import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import sharp from 'sharp';
import { drawPostCard } from './draw-cards.ts';

test('a card has letters of its sizes, the same on a machine without fonts', async () => {
  const card = { title: 'Ärger mit der łąka', from: 'Ein Schwein', colours: new Map() };
  const file = path.join(import.meta.dirname, 'draw-cards.ts');
  const script = `
    import { drawPostCard } from ${JSON.stringify(file)};
    process.stdout.write(await drawPostCard({ ...${JSON.stringify(card)}, colours: new Map() }));`;
  // In a process of its own, as the list of fonts is read once.
  const env = { ...process.env, FONTCONFIG_FILE: path.join(temporaryFolder(), 'fonts.conf') };
  const words = ['--input-type=module', '--eval', script];
  const drawn = execFileSync(process.execPath, words, { env, stdio: 'pipe' });
  expect(drawn.equals(await drawPostCard(card))).toBe(true);
  const { info } = await sharp(drawn).threshold().trim().toBuffer({ resolveWithObject: true });
  const place = [info.width, info.height, info.trimOffsetLeft, info.trimOffsetTop];
  expect(place.map((pixels = 0) => Math.round(pixels / 10))).toEqual([80, 45, -8, -9]);
});

test('a title that is too long is smaller, and leaves room for the picture of its post', async () => {
  const picture = path.join(temporaryFolder(), 'pig.svg');
  const red = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"><rect width="8" height="5" fill="red"/></svg>`;
  await writeFile(picture, red);
  const colours = new Map(Object.entries({ '--text': '#00f', '--text-soft': '#0f0' }));
  const words = { title: 'Ein Schwein & <b> im Schlamm '.repeat(9), from: 'Ein Schwein' };
  const card = await drawPostCard({ ...words, picture, colours });
  const places = ['84 92 412 370', '0 475 520 40', '600 150 500 300', '84 517 400 50'];
  const looks = places.map(async (place) => {
    const [left = 0, top = 0, width = 0, height = 0] = place.split(' ').map(Number);
    const part = await sharp(card).extract({ left, top, width, height }).png().toBuffer();
    const { channels } = await sharp(part).stats();
    return channels.map(({ max }) => Number(max > 200)).join('');
  });
  expect(await Promise.all(looks)).toEqual(['001', '000', '100', '010']);
});
