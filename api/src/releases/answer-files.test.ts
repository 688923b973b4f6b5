import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { loseFile } from '@portfolio/test-support/damage.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';

const files = sectionFiles('home', 'Home');
const script = 'remoteEntry.11aa22bb.mjs';
const video = randomBytes(1_500_001);
const words = JSON.stringify(Array.from({ length: 200_000 }, (_, number) => number % 7));

const api = await startSmallApi();
await addRelease(api.store, 'contact', sectionFiles('contact', 'Contact'));
const large = await addRelease(api.store, 'games', {
  ...sectionFiles('games', 'x'),
  'a.film': video,
  'a.json': words,
});
const base = `/releases/home/${api.releases.home?.id}`;

test('source maps are not served', async () => {
  const withMap = { ...sectionFiles('news', 'News'), [`${script}.map`]: '{}' };
  const { id } = await addRelease(api.store, 'news', withMap);
  const of = (file: string) => api.get(`/releases/news/${id}/${file}`);
  expect((await of(script)).status).toBe(200);
  for (const file of [`${script}.map`, `${script}.map.br`, `${script}%2Emap`])
    expect((await of(file)).status).toBe(404);
});

/** A script may be a worker, which reaches the site alone; in a window it runs nothing. */
const worker = "script-src 'self'; connect-src 'self'; sandbox allow-same-origin";
const picture = "style-src 'unsafe-inline'; sandbox";

test.each([
  [script, 'text/javascript; charset=utf-8', worker],
  ['locales/en.yaml', 'text/yaml; charset=utf-8', picture],
  ['resources/logo.svg', 'image/svg+xml', picture],
])('%s is served with its type, to be cached for ever', async (file, type, policy) => {
  const { status, headers, body } = await api.get(`${base}/${file}`);
  expect([status, body]).toEqual([200, files[file]]);
  const { date, connection, etag, ...rest } = headers;
  expect(rest).toEqual({
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-length': String(body.length),
    'content-security-policy': `default-src 'none'; ${policy}`,
    'accept-ranges': 'bytes',
    vary: 'Accept-Encoding',
  });
});

const noFiles = [
  ...['nothing.mjs', 'release.json', `${script}.br`, 'locales', 'locales/', '__proto__'],
  ...['constructor', '../live.json', '..%2flive.json', '%2e%2e%2flive.json', '..%5clive.json'],
  ...[`locales/..%2f${script}`, `locales/../${script}`, '%2fetc%2fpasswd', '/etc/passwd'],
  ...[`${'..%2f'.repeat(7)}etc%2fpasswd`, 'resources/logo.svg%00'],
];
const noReleases = ['home/ffffffffffff', 'nobody/0123456789ab', '..%2f../x', '%2e%2e/%2e%2e'];

test.each([
  ...noFiles.map((file) => `${base}/${file}`),
  ...[...noReleases, 'home/..'].map((where) => `/releases/${where}/live.json`),
])('there is no %s', async (address) => {
  const { status, headers, body } = await api.get(address);
  expect([status, body]).toEqual([404, '{"error":"There is no such file."}']);
  expect(headers['cache-control']).toBe('no-store');
});

async function fetchFile(file: string, headers = {}) {
  const response = await fetch(`${api.url}/releases/games/${large.id}/${file}`, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body };
}

test('a large file is served whole and in ranges of it; one beyond its end is answered with 416', async () => {
  const { body, headers: of } = await fetchFile('a.film');
  expect([body.equals(video), of.get('Content-Type')]).toEqual([true, 'application/octet-stream']);
  const part = await fetchFile('a.film', { Range: 'bytes=300000-900000' });
  expect([part.status, part.body.equals(video.subarray(300_000, 900_001))]).toEqual([206, true]);
  const end = await fetchFile('a.film', { Range: 'bytes=-10' });
  expect([end.status, end.body.equals(video.subarray(-10))]).toEqual([206, true]);

  const beyond = await fetchFile('a.film', { Range: `bytes=${video.length}-` });
  const range = beyond.headers.get('Content-Range');
  expect([beyond.status, range]).toEqual([416, `bytes */${video.length}`]);
  expect(beyond.headers.get('ETag')).toBeNull();
  const other = await fetchFile('a.film', { Range: 'bytes=0-9', 'If-Range': '"another"' });
  expect([other.status, other.body.length]).toEqual([200, video.length]);
});

test('a large file is served in the accepted encoding, once', async () => {
  for (const encoding of ['identity', 'gzip, deflate, br']) {
    const { headers, body } = await fetchFile('a.json', { 'Accept-Encoding': encoding });
    expect(headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : 'br');
    expect(body.toString()).toBe(words);
    const again = { 'Accept-Encoding': encoding, 'If-None-Match': String(headers.get('ETag')) };
    expect((await api.get(`/releases/games/${large.id}/a.json`, again)).status).toBe(304);
  }
});

test('a file that is broken for good is not sent, and the health names it', async () => {
  const site = await startSmallApi();
  const files = { ...sectionFiles('home', 'Next'), 'one.png': video.subarray(0, 1000) };
  const next = await addRelease(site.store, 'home', files);
  await loseFile(site.store, next, 'one.png');
  expect((await site.get(`/releases/home/${next.id}/one.png`)).status).toBe(404);
  const health = async () => JSON.parse((await site.get('/healthz')).body);
  await until(async () => (await health()).status === 'degraded', 'it is noticed');
  expect((await health()).faults).toEqual([`home@${next.id}: one.png is not what its hash says`]);
});

test('no script becomes a service worker, which would stay after the visit', async () => {
  expect((await api.get(`${base}/${script}`, { 'Service-Worker': 'script' })).status).toBe(404);
  expect((await api.get(`${base}/${script}`)).status).toBe(200);
});
