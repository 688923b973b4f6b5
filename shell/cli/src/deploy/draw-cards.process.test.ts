import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readLiveSet } from '@portfolio/releases/live/follow-live-releases.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import sharp from 'sharp';
import { drawCards, drawPostCard } from './draw-cards.ts';

const post = { path: '/pig/first', title: { en: 'First' }, description: { en: 'What it says' } };
const pig = { name: 'pig', requires: {}, pages: [{ ...post, minutes: { en: 1 } }] };
const texts = { en: {}, de: {} };

test('each post has a card; without a live shell there is none', async () => {
  const store = await temporaryStore();
  const draw = async () =>
    drawCards({ set: await readLiveSet(store), connectOrigins: [] }, pig, texts);
  expect((await draw()).size).toBe(0);
  await addSmallSite(store);
  const cards = await draw();
  expect([...cards.keys()].sort()).toEqual(['cards/pig/first.de.jpg', 'cards/pig/first.en.jpg']);
  const { width, height } = await sharp(cards.get('cards/pig/first.en.jpg')).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

test('a card is the same on a machine without fonts', async () => {
  const card = { title: 'Ärger mit der łąka', from: 'Ein Schwein', colours: new Map() };
  const file = path.join(import.meta.dirname, 'draw-cards.ts');
  const script = `
    import { drawPostCard } from ${JSON.stringify(file)};
    const card = { ...${JSON.stringify(card)}, colours: new Map() };
    process.stdout.write(await drawPostCard(card));`;
  // In a process of its own, as the list of fonts is read once.
  const drawn = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, FONTCONFIG_FILE: path.join(temporaryFolder(), 'fonts.conf') },
    stdio: 'pipe',
  });
  expect(drawn.equals(await drawPostCard(card))).toBe(true);
});
