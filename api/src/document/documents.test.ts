import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { rollBack } from '@portfolio/releases/live/move-pointer.ts';
import { keepPages } from '@portfolio/releases/markup/prerendered-pages.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';
import { createLog } from '../log.ts';
import { layoutOf } from './prerendered.ts';

const api = await startSmallApi();

const again = (path: string, tag: unknown, headers = {}) =>
  api.get(path, { 'If-None-Match': tag, ...headers });

test.each(['/home', '/home?language=de', '/games'])(
  '%s twice is the same bytes, and with its tag none',
  async (path) => {
    const [first, second] = [await api.get(path), await api.get(path)];
    expect(first.headers.etag).toMatch(/^"[\w-]{43}"$/);
    expect([second.body, second.headers]).toEqual([
      first.body,
      { ...first.headers, date: second.headers.date },
    ]);
    const third = await again(path, first.headers.etag);
    expect([third.status, third.body, third.headers.etag]).toEqual([304, '', first.headers.etag]);
    expect(third.headers).toMatchObject({ 'cache-control': 'no-cache', vary: first.headers.vary });
  },
);

test('who has a tag sees a deploy, a roll-back and another language at once', async () => {
  const { headers } = await api.get('/games');
  const { id } = await layRelease(api.store, 'games', sectionFiles('games', 'Second games'));
  const deployed = await again('/games', headers.etag);
  expect([deployed.status, deployed.body]).toEqual([200, expect.stringContaining(`/games/${id}/`)]);
  await rollBack(api.store, 'games', api.releases.games?.id);
  expect((await again('/games', deployed.headers.etag)).status).toBe(200);
  const german = await again('/games', headers.etag, { Cookie: 'language=de' });
  expect([german.status, german.body]).toEqual([200, expect.stringContaining('lang="de"')]);
});

test('a page that comes after its release is in the next document', async () => {
  const { headers } = await api.get('/home');
  const set = await followLiveReleases(api.store, createLog('silent')).fresh();
  const home = api.releases.home;
  if (!set || !home) throw new Error('Nothing is live.');
  const page = { html: '<p>Ahoy</p>', css: '.a{color:red;}', stylesVersion: '6.6.0' };
  await keepPages(api.store, { ...home, layout: layoutOf(set) }, new Map([['en', page]]));
  // What is not there is looked for again after a second.
  await sleep(1100);
  const { status, body } = await again('/home', headers.etag);
  expect([status, body]).toEqual([200, expect.stringContaining('<p>Ahoy</p>')]);
});

test('a document whose page is still not there is compressed no second time', async () => {
  const isCompressed = async (path: string) =>
    (await api.get(path, { 'Accept-Encoding': 'br' })).headers['content-encoding'] === 'br';
  await until(() => isCompressed('/games'), 'there is time for it');
  await sleep(1100);
  // What has to be compressed meanwhile leaves no time for this one.
  const [, isKnown] = await Promise.all(['/games?language=de', '/games'].map(isCompressed));
  expect(isKnown).toBe(true);
});

test.each([
  'preview=home@0123456789ab',
  'preview=pig',
  'preview=',
  `preview=${encodeURIComponent('https://example.com/evil.mjs')}`,
  `preview=${encodeURIComponent('home@../../shell')}`,
  'without=shell@0123456789ab',
  'without=',
  'without=shell@',
  'without=../x',
])('asked for ?%s, which is none, visitors get what is live', async (query) => {
  const { headers, body } = await api.get('/home');
  const odd = await api.get(`/home?${query}`);
  expect([odd.body, odd.headers.etag]).toEqual([body, headers.etag]);
});

test('a preview, and a page without the live shell, are other documents', async () => {
  const { home, shell } = api.releases;
  const files = { ...shellFiles, 'resources/outfit.woff2': 'another font' };
  const { id } = await layRelease(api.store, 'shell', files);
  // A document may be made of what was live 50 ms ago.
  await until(async () => (await api.get('/home')).body.includes(id), 'the new shell is live');
  const live = await api.get('/home');
  const tags = new Set([live.headers.etag]);
  for (const query of [
    `preview=home@${home?.id}`,
    `preview=shell@${shell?.id}`,
    `without=shell@${id}`,
    `without=shell@${shell?.id}`,
  ]) {
    const odd = await api.get(`/home?${query}`);
    tags.add(odd.headers.etag);
    expect((await again(`/home?${query}`, odd.headers.etag)).status).toBe(304);
  }
  expect(tags.size).toBe(5);
  expect((await again('/home', live.headers.etag)).status).toBe(304);
});

test('each host that a request claims has a document and a tag of its own', async () => {
  const tags = new Set<unknown>();
  for (let host = 0; host < 50; host += 1) {
    const { headers, body } = await api.get('/home', { Host: `made-up-${host}.example` });
    expect(body).toContain(`<link rel="canonical" href="http://made-up-${host}.example/home"`);
    tags.add(headers.etag);
  }
  expect(tags.size).toBe(50);
});

test('an answer to a form is kept nowhere', async () => {
  const response = await fetch(`${api.url}/home`, {
    method: 'POST',
    body: new URLSearchParams({ message: '' }),
  });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.has('ETag')).toBe(false);
});
