import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { addPreview, addRelease } from '@portfolio/test-support/add-release.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { dump, load } from 'js-yaml';
import { createLog } from '../log.ts';
import { cacheTexts } from './locales-call.ts';

const api = await startSmallApi();

test('one answer has the texts of the shell and of every live section', async () => {
  const { status, headers, body } = await api.get('/api/locales/de');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers.releases).toMatch(/^games@\w+,home@\w+,shell@\w+$/);
  expect(load(body)).toMatchObject({
    site: { title: 'Schweine', description: 'Über Schweine' },
    home: { document: { title: 'Home de' } },
    games: { document: { title: 'Games de' } },
  });
});

test.each(['fr', 'de-AT', 'EN', 'pig'])('%s is not offered', async (code) => {
  const { status, body } = await api.get(`/api/locales/${code}`);
  expect(status).toBe(404);
  expect(JSON.parse(body).error).toBe(`There are no texts in "${code}", only: de, en.`);
});

test.each(['e', '1', 'en.yaml', '..%2fen', 'en%00', '%F0%9F%90%B7', 'x'.repeat(999), 'e%20n'])(
  '%j is nonsense',
  async (code) => {
    const { status, body } = await api.get(`/api/locales/${code}`);
    expect(status).toBe(400);
    expect(JSON.parse(body).error).toMatch(/\.$/);
  },
);

test("a section's new texts are served at once, and cannot replace the shell's", async () => {
  await addRelease(api.store, 'home', {
    'remoteEntry.0.mjs': '',
    'locales/en.yaml': 'home: { title: Ahoy }\nheader: { menu: Stolen }',
    'locales/de.yaml': 'home: { title: Ahoi }',
  });
  await api.get('/home');
  const { body } = await api.get('/api/locales/en');
  expect(load(body)).toMatchObject({ home: { title: 'Ahoy' }, header: { menu: 'Menu' } });
});

test('a page that previews a section that was never live gets its texts', async () => {
  const { id } = await addPreview(api.store, 'blog', {
    'remoteEntry.0.mjs': '',
    'locales/en.yaml': 'blog: { title: Pigs }',
    'locales/de.yaml': 'blog: { title: Schweine }',
  });
  const invented = Array.from({ length: 30 }, (_, number) => `pig${number}@${id}`);
  const titleBehind = async (...others: string[]) => {
    const refs = [...others, `blog@${id}`].join();
    return load((await api.get(`/api/locales/en?releases=${refs}`)).body);
  };
  expect(await titleBehind()).toMatchObject({ blog: { title: 'Pigs' } });
  // Only some are looked up.
  expect(await titleBehind(...invented)).not.toHaveProperty('blog');
});

// Small texts would compress alike at every level.
const homeTexts = readFileSync(
  path.join(import.meta.dirname, '../../../remote-home/locales/en.yaml'),
  'utf8',
);

/** Opens a store with two sets: `live`, and `odd` with the release before. */
async function openSets() {
  const store = await temporaryStore();
  await addSmallSite(store);
  const old = await addRelease(store, 'home', { 'main.mjs': 'old', 'locales/en.yaml': homeTexts });
  await addRelease(store, 'home', { 'main.mjs': 'new', 'locales/en.yaml': homeTexts });
  const releases = followLiveReleases(store, createLog('silent'));
  const live = (await releases.current()) as LiveSet;
  return { store, releases, live, odd: await withReleases(releases, live, [old]) };
}

test('a set that is not live has the same texts, compressed as well', async () => {
  const { live, odd } = await openSets();
  const textsOf = cacheTexts();
  const [own, pinned] = await Promise.all([live, odd].map((set) => textsOf(set, 'en')));
  expect(pinned?.plain.headers.ETag).toBe(own?.plain.headers.ETag);
  expect(brotliDecompressSync(pinned?.br.body ?? '')).toEqual(own?.plain.body);
  expect(own?.br.body.length).toBeLessThan(Number(pinned?.br.body.length));
  expect(await textsOf(live, 'en')).toBe(own);
});

test('YAML and JSON parsers read the same texts from the answer', async () => {
  const { store, releases } = await openSets();
  const tree = {
    home: {
      a: 'Text: with "marks"',
      b: 'two\nlines\n',
      d: { copied: 'a\n\nb' },
      c: 'a bell \u0007, a line \u2028, \u0085, \u009f',
    },
  };
  await addRelease(store, 'home', { 'main.mjs': 'hints', 'locales/en.yaml': dump(tree) });
  const set = (await releases.current()) as LiveSet;
  const text = String((await cacheTexts()(set, 'en'))?.plain.body);
  expect(load(text)).toEqual(set.texts.get('en'));
  // The app uses the browser's JSON parser.
  expect(JSON.parse(text)).toEqual(set.texts.get('en'));
  expect(set.texts.get('en')).toMatchObject(tree);
});

test('a query that names live releases gets the live set', async () => {
  const { releases, live } = await openSets();
  const same = await withReleases(releases, live, Object.values(live.sections).flat().slice(0, 1));
  expect([same.key, same.isPinned]).toEqual([live.key, false]);
});
