import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { followLiveReleases, type LiveReleases } from '@portfolio/releases/live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live-set.ts';
import type { Store } from '@portfolio/releases/store.ts';
import { withReleases } from '@portfolio/releases/with-releases.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { createLog } from '../log.ts';
import { cacheTexts } from './texts-cache.ts';

// Real texts, since small ones cannot be compressed better or worse.
const homeTexts = readFileSync(
  path.join(import.meta.dirname, '../../../remote-home/locales/en.yaml'),
  'utf8',
);

let store: Store;
let releases: LiveReleases;
let live: LiveSet;
let odd: LiveSet;
beforeEach(async () => {
  store = await temporaryStore();
  await laySmallSite(store);
  const old = await layRelease(store, 'home', { 'main.mjs': 'old', 'locales/en.yaml': homeTexts });
  await layRelease(store, 'home', { 'main.mjs': 'new', 'locales/en.yaml': homeTexts });
  releases = followLiveReleases(store, createLog('silent'));
  live = (await releases.fresh()) as LiveSet;
  odd = await withReleases(releases, live, [old]);
});

const answerFor = async (textsOf: ReturnType<typeof cacheTexts>, set: LiveSet) =>
  (await textsOf(set)).get('en');

test('a set that is not live has the same texts, compressed with little effort', async () => {
  const textsOf = cacheTexts();
  const cheap = await answerFor(textsOf, odd);
  const best = await answerFor(textsOf, live);
  expect(cheap?.plain.headers.ETag).toBe(best?.plain.headers.ETag);
  expect(brotliDecompressSync(cheap?.brotli.body ?? '')).toEqual(best?.plain.body);
  expect(cheap?.brotli.body.length).toBeGreaterThan(Number(best?.brotli.body.length));
});

test('a set that was live before keeps its texts as they are', async () => {
  const textsOf = cacheTexts();
  const before = await answerFor(textsOf, { ...odd, isPinned: false });
  expect(await answerFor(textsOf, odd)).toBe(before);
});

test('a set that becomes live is compressed as well as every other', async () => {
  const textsOf = cacheTexts();
  const cheap = await answerFor(textsOf, odd);
  const best = await answerFor(textsOf, { ...odd, isPinned: false });
  expect(best?.brotli.body.length).toBeLessThan(Number(cheap?.brotli.body.length));
});

test('asking for what is live is nothing odd', async () => {
  const same = await withReleases(releases, live, Object.values(live.sections).flat().slice(0, 1));
  expect([same.key, same.isPinned]).toEqual([live.key, false]);
});

test('however many sets are asked for, the texts of the live one stay as they are', async () => {
  const textsOf = cacheTexts();
  const texts = await textsOf(live);
  for (let number = 0; number < 21; number += 1) {
    const words = { 'main.mjs': `old ${number}`, 'locales/en.yaml': homeTexts };
    const release = await layRelease(store, 'home', words);
    await textsOf(await withReleases(releases, live, [release]));
  }
  expect(await textsOf(live)).toBe(texts);
}, 60_000);
