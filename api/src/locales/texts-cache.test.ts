import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { followLiveReleases, type LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { dump, load } from 'js-yaml';
import { createLog } from '../log.ts';
import { cacheTexts } from './locales-call.ts';

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

test('a set that is not live has the same texts, compressed as well', async () => {
  const textsOf = cacheTexts();
  const [own, pinned] = await Promise.all([live, odd].map((set) => textsOf(set, 'en')?.brotli()));
  expect(textsOf(odd, 'en')?.plain.headers.ETag).toBe(textsOf(live, 'en')?.plain.headers.ETag);
  expect(brotliDecompressSync(pinned?.body ?? '')).toEqual(textsOf(live, 'en')?.plain.body);
  expect(pinned?.body).toEqual(own?.body);
});

test('a set that was live before keeps its texts as they are', async () => {
  const textsOf = cacheTexts();
  const before = textsOf({ ...odd, isPinned: false }, 'en');
  expect(textsOf(odd, 'en')).toBe(before);
});

test('the document is the one that its tree would be written as', async () => {
  const tree = {
    home: {
      a: 'Text: with "marks"',
      b: 'two\nlines\n',
      c: 'a bell \u0007, a line \u2028, \u0085, \u009f',
    },
    hints: { copied: 'a\n\nb' },
  };
  await layRelease(store, 'home', { 'main.mjs': 'hints', 'locales/en.yaml': dump(tree) });
  const set = (await releases.fresh()) as LiveSet;
  const text = String(cacheTexts()(set, 'en')?.plain.body);
  expect(load(text)).toEqual(set.texts.get('en'));
  // The app's own parser is the browser's: no other is fetched.
  expect(JSON.parse(text)).toEqual(set.texts.get('en'));
  expect(set.texts.get('en')).toMatchObject(tree);
});

test('of more sets than there is time for, some are sent as they are', async () => {
  const textsOf = cacheTexts();
  const sets = Array.from({ length: 15 }, (_, number) => ({ ...odd, key: `odd ${number}` }));
  const encodings = await Promise.all(sets.map((set) => textsOf(set, 'en')?.brotli()));
  expect(encodings.filter((encoded) => encoded !== undefined)).toHaveLength(1);
  expect(sets.map((set) => textsOf(set, 'en')?.plain.body.length)).not.toContain(0);
  // Once one of them is live, there is time for it.
  const [, becomesLive] = sets;
  const now = textsOf({ ...live, ...becomesLive, isPinned: false }, 'en');
  expect(await now?.brotli()).toBeDefined();
});

test('asking for what is live is nothing odd', async () => {
  const same = await withReleases(releases, live, Object.values(live.sections).flat().slice(0, 1));
  expect([same.key, same.isPinned]).toEqual([live.key, false]);
});

test('however many sets are asked for, the texts of the live one stay as they are', async () => {
  const textsOf = cacheTexts();
  const texts = textsOf(live, 'en');
  for (let number = 0; number < 41; number += 1) {
    const words = { 'main.mjs': `old ${number}`, 'locales/en.yaml': homeTexts };
    const release = await layRelease(store, 'home', words);
    textsOf(await withReleases(releases, live, [release]), 'en');
  }
  expect(textsOf(live, 'en')).toBe(texts);
});
