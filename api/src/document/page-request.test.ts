import { expect, test } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi();

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
])('the invalid ?%s is ignored', async (query) => {
  const { headers, body } = await api.get('/home');
  const odd = await api.get(`/home?${query}`);
  expect([odd.body, odd.headers.etag]).toEqual([body, headers.etag]);
});

test('the address of the site is that of its set-up, whatever host a request claims', async () => {
  const { headers, body } = await api.get('/home');
  expect(body).toContain(`<link rel="canonical" href="${api.url}/home"`);
  const odd = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
  expect((await api.get('/home', odd)).headers.etag).toBe(headers.etag);
  for (const address of ['/sitemap.xml', '/robots.txt'])
    expect((await api.get(address, odd)).body).not.toContain('evil.example');
});

test.each([
  ['/', '/home'],
  ['/?a=b&c=%20d', '/home?a=b&c=%20d'],
])('%s is redirected to %s', async (from, to) => {
  const { status, headers } = await api.get(from);
  expect([status, headers.location]).toEqual([302, to]);
});

test.each([
  ['/Home', '/home'],
  ['/GAMES/?a=B%20c', '/games?a=B%20c'],
  ['/%68ome', '/home'],
  ['/%48ome?without=', '/home?without='],
])('%s is redirected to %s permanently', async (from, to) => {
  const { status, headers } = await api.get(from);
  expect([status, headers.location]).toEqual([308, to]);
  expect(headers['cache-control']).toBe('no-cache');
});

test.each([
  ['/home', 200],
  ['/home/', 200],
  ['/home?a=b', 200],
  ['/games', 200],
  ['/homes', 404],
  ['/home/deeper', 404],
  ['/Homes', 404],
  ['/%2568ome', 404],
  ['/nothing%20here', 404],
  ['/index.html', 404],
  ['/document.html', 404],
])('%s is answered with a document and %i', async (address, status) => {
  const answer = await api.get(address);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.body).toContain('<div id="root"></div>');
  expect(answer.body).not.toMatch(/\{\{\w+\}\}/);
});

test.each([
  [undefined, 'en'],
  ['de-AT, en;q=0.5', 'de'],
  ['fr, de-CH;q=0.8, en;q=0.9', 'en'],
  ['de;q=0, en', 'en'],
  [';;;,,q=', 'en'],
])('a browser that prefers %s gets the document in %s', async (preferred, language) => {
  const { headers, body } = await api.get('/home', { 'Accept-Language': preferred ?? [] });
  expect(body).toContain(`<html lang="${language}" `);
  expect(body).toContain(`href="/api/locales/${language}?releases=`);
  expect(body).toContain(`<title>Home ${language} – `);
  expect(headers.vary).toBe('Accept-Language, Cookie, Accept-Encoding');
});

test('an address in absolute form, as proxies send it, gets the same page', async () => {
  expect((await api.get('http://rubin.example/home')).status).toBe(200);
  expect((await api.get('http://rubin.example/nothing')).status).toBe(404);
  expect((await api.get('http://rubin.example/?a')).headers.location).toBe('/home?a');
});

test('a request without the live shell gets the shell before, its texts, and no further fallback', async () => {
  const before = api.releases.shell as Release;
  const files = { ...shellFiles, 'main.0a1b2c3d.mjs': 'throw 1' };
  const live = await addRelease(api.store, 'shell', files);
  const { status, body } = await api.get(`/home?without=shell@${live.id}`);
  expect(status).toBe(200);
  expect(body).toContain(`data-entry="/releases/shell/${before.id}/${before.entry}"`);
  expect(body).not.toContain(`/releases/shell/${live.id}/`);
  expect(body).toContain(`,shell@${before.id}" crossorigin`);
  expect(body).toContain('noindex');
});
