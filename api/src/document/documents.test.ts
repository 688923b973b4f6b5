import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { rollBack } from '@portfolio/releases/live/change-live.ts';
import { readLiveSet } from '@portfolio/releases/live/follow-live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { LoadedRelease } from '@portfolio/releases/store/release-cache.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { owner, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { documentHeaders } from './documents.ts';
import { describePage } from './page-request.ts';
import { renderDocument } from './render-document.ts';

const origins = 'https://api.example.com https://player.example';
const api = await startSmallApi();
const open = await startSmallApi({
  CONNECT_ORIGINS: origins.replace(' ', ', '),
  PUBLIC_URL: 'https://rubin.example',
  TRUST_PROXY: 'loopback',
});

const again = (path: string, tag: unknown, headers = {}) =>
  api.get(path, { 'If-None-Match': tag, ...headers });

function jsonOf(html: string, type: string) {
  const [, text = ''] =
    html.match(new RegExp(`<script type="${type}"[^>]*>(.*?)</script>`, 's')) ?? [];
  return JSON.parse(text);
}

const pageOf = (set: LiveSet) => {
  const request = { set, entry: undefined, language: 'en', isLanguageRequested: false };
  return { ...describePage(request, owner, ''), prerendered: undefined };
};

test('the import map has the hash of every script as it is served, and a preload repeats it', async () => {
  const { body: html } = await api.get('/home');
  const { integrity } = jsonOf(html, 'importmap');
  const preloaded = [...html.matchAll(/"modulepreload" href="(.*?)" integrity="(.*?)"/g)];
  const needed = Object.entries(integrity).filter(([address]) => !address.includes('/games/'));
  expect(preloaded.map(([, address, hash]) => [address, hash])).toEqual(needed);
  expect(Object.keys(integrity)).toHaveLength(3);
  expect((await api.get('/nothing')).body.match(/"modulepreload"/g)).toHaveLength(1);
  for (const [address, hash] of Object.entries(integrity)) {
    const { body } = await api.get(address);
    expect(hash).toBe(`sha384-${createHash('sha384').update(body).digest('base64')}`);
  }
});

test('no text in embedded JSON can end its element', async () => {
  // Releases cannot have such a file name, but the renderer does not rely on that.
  const set = (await readLiveSet(api.store)) as LiveSet;
  const files = { '</script><script>alert(1).mjs': { bytes: 4, integrity: 'sha384-' } };
  const games = { ...set.sections.games?.[0], files };
  const sections = { ...set.sections, games: [games as LoadedRelease] };
  const template = '<script type="importmap">{{importMap}}</script>';
  const { html } = renderDocument(template, pageOf({ ...set, sections }));
  expect(html).not.toContain('</script><script>alert');
  expect(JSON.stringify(jsonOf(html, 'importmap'))).toContain('</script><script>alert(1).mjs');
});

test('the policy allows only the styles of a page, no script', async () => {
  const set = (await readLiveSet(api.store)) as LiveSet;
  const [html, css, sheets] = ['<script>alert(1)</script><style>.b{}</style>', '.a{}', '.c{}'];
  const prerendered = { html, css, sheets, stylesVersion: '6.6.0' };
  const template = '{{styles}}<script>1</script><div id="root">{{page}}</div>';
  const made = renderDocument(template, { ...pageOf(set), prerendered });
  expect(made.html).toContain(html);
  // styled-components removes the first element when it starts.
  expect(made.html).toContain(`${css}</style><style>${sheets}</style>`);
  expect(made.around).toBe(made.html.replace(html, ''));
});

test.each([
  'preview=home@0123456789ab',
  ...['preview=', 'preview=pig', 'without='],
  `preview=${encodeURIComponent('https://example.com/evil.mjs')}`,
  `preview=${encodeURIComponent('home@../../shell')}`,
  'without=shell@0123456789ab',
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
  ['/', '/home', 302],
  ['/?a=b&c=%20d', '/home?a=b&c=%20d', 302],
  // Proxies send an address in absolute form.
  ['http://rubin.example/?a', '/home?a', 302],
  ['/Home', '/home', 308],
  ['/GAMES/?a=B%20c', '/games?a=B%20c', 308],
  ['/%68ome', '/home', 308],
  ['/%48ome?without=', '/home?without=', 308],
])('%s is redirected to %s by %i', async (from, to, by) => {
  const { status, headers } = await api.get(from);
  expect([status, headers.location, headers['cache-control']]).toEqual([by, to, 'no-cache']);
});

test.each([
  ['/home', 200],
  ['/home/', 200],
  ['/home/deeper', 404],
  ['/Homes', 404],
  ['/%2568ome', 404],
  ['/nothing%20here', 404],
  ['/document.html', 404],
  ['http://rubin.example/home', 200],
  ['http://rubin.example/nothing', 404],
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

test.each([
  ['localhost:8080', 'http://127.0.0.1:8080/home?language=de'],
  ['localhost', 'http://127.0.0.1/home?language=de'],
  ['localhost:5037', undefined],
  ['127.0.0.1:8080', undefined],
])('on the name localhost a page calls port 5037, so %s leads to %s', async (Host, address) => {
  const { status, headers } = await api.get('/home?language=de', { Host });
  expect([status, headers.location]).toEqual([address ? 307 : 200, address]);
  expect((await api.get('/healthz', { Host })).status).toBe(200);
  expect((await open.get('/home', { Host, 'X-Forwarded-Proto': 'https' })).status).toBe(200);
});

function policyOf({ headers }: Awaited<ReturnType<typeof api.get>>) {
  const directives = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(directives.map((one) => one.trim().split(/ (.*)/s)));
}

test.each(['/home', '/nothing'])('%s runs and loads only resources of the site', async (page) => {
  expect(policyOf(await api.get(page))).toEqual({
    ...{ 'default-src': "'none'", 'img-src': "'self'", 'font-src': "'self'" },
    ...{ 'connect-src': "'self'", 'base-uri': "'none'", 'manifest-src': "'self'" },
    'script-src': expect.stringMatching(/^'self'( 'sha256-[\w+/=]{44}')*$/),
    'style-src-elem': expect.stringMatching(/^'sha256-[\w+/=]{44}'( 'sha256-[\w+/=]{44}')*$/),
    ...{ 'style-src-attr': "'unsafe-inline'", 'form-action': "'self'" },
    'frame-ancestors': "'none'",
    ...{ 'require-trusted-types-for': "'script'", 'trusted-types': 'default' },
  });
  // With the origins of CONNECT_ORIGINS for calls, frames, pictures and films.
  const own = `'self' ${origins}`;
  const more = { 'connect-src': own, 'img-src': own, 'frame-src': origins, 'media-src': origins };
  expect(policyOf(await open.get(page))).toMatchObject(more);
});

test('a document has further security headers, where the site is served by HTTPS with HSTS', async () => {
  const { headers: all } = await open.get('/home');
  const { date, connection, etag, 'content-length': length, ...headers } = all;
  expect(headers).toEqual({
    'content-security-policy': expect.any(String),
    ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    vary: 'Accept-Language, Cookie, Accept-Encoding',
    ...{ 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin' },
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  });
  expect((await api.get('/home')).headers).not.toHaveProperty('strict-transport-security');
});

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('inline scripts and styles are allowed by hash, an empty style included', async () => {
  const answer = await open.get('/home');
  const policy = policyOf(answer);
  const all = [...answer.body.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)];
  const own = all.filter(([, , attributes = '']) => !/src=|application\/json/.test(attributes));
  const hashes = (tag: string) =>
    own.filter(([, name]) => name === tag).map(([, , , text]) => hashOf(text));
  expect(policy['script-src']).toBe(["'self'", ...new Set(hashes('script'))].join(' '));
  expect(policy['style-src-elem']).toBe([...hashes('style'), hashOf()].join(' '));
  expect(new Set(hashes('script')).size).toBeGreaterThan(1);
  expect(answer.body).not.toMatch(/\s(nonce|on\w+|style)="/);
});

test('in development a document has no policy, as development servers run scripts of their own', () => {
  const headers = documentHeaders('', { store: api.store, origin: '', devServers: {} });
  expect(Object.keys(headers)).toEqual(['Content-Type', 'Vary']);
});

test('the tag changes with a deploy, a roll-back and another language', async () => {
  const { headers } = await api.get('/games');
  const { id } = await addRelease(api.store, 'games', sectionFiles('games', 'Second games'));
  const deployed = await again('/games', headers.etag);
  expect([deployed.status, deployed.body]).toEqual([200, expect.stringContaining(`/games/${id}/`)]);
  await rollBack(api.store, 'games', api.releases.games?.id);
  expect((await again('/games', deployed.headers.etag)).status).toBe(200);
  const german = await again('/games', headers.etag, { Cookie: 'language=de' });
  expect([german.status, german.body]).toEqual([200, expect.stringContaining('lang="de"')]);
});

test('a preview, and a page without the live shell, are other documents', async () => {
  const { home, shell: before } = api.releases;
  const files = { ...shellFiles, 'main.0a1b2c3d.mjs': 'throw 1' };
  const { id } = await addRelease(api.store, 'shell', files);
  const tags = new Set([(await api.get('/home')).headers.etag]);
  for (const query of [
    `preview=home@${home?.id}`,
    `preview=shell@${before?.id}`,
    `without=shell@${id}`,
    `without=shell@${before?.id}`,
  ]) {
    const odd = await api.get(`/home?${query}`);
    tags.add(odd.headers.etag);
    expect(odd.body.includes('noindex')).toBe(query !== `without=shell@${before?.id}`);
    expect((await again(`/home?${query}`, odd.headers.etag)).status).toBe(304);
  }
  expect(tags.size).toBe(5);
  // The shell before has its texts, and no further fallback.
  const { body } = await api.get(`/home?without=shell@${id}`);
  const script = `data-shell="${before?.id}" data-entry="/releases/shell/${before?.id}/${before?.entry}"`;
  expect(body).toContain(script);
  expect(body).not.toContain(`/releases/shell/${id}/`);
  expect(body).toContain(`,shell@${before?.id}" crossorigin`);
  expect(jsonOf(body, 'application/json')).toMatchObject({ lostShell: `shell@${id}` });
});

test('the map of releases has every section with its fallback', async () => {
  const { shell, home, games } = open.releases;
  const second = await addRelease(open.store, 'home', sectionFiles('home', 'Second'));
  const map = jsonOf((await open.get('/home')).body, 'application/json');
  const release = ({ name, id, entry }: Release) => {
    const base = `/releases/${name}/${id}/`;
    return { id, base, entry: base + entry };
  };
  const timeOf = (it?: Release) => it?.createdAt.replace(/\.\d+/, '');
  const refs = [games, second, shell];
  expect(map).toEqual({
    key: refs.map((it) => `${it?.name}@${it?.id}`).join(),
    createdAt: { shell: timeOf(shell), games: timeOf(games), home: timeOf(second) },
    shell: `/releases/shell/${shell?.id}/`,
    pages: [second, games].map((it) => ({ section: it?.name, ...it?.page })),
    sections: { games: [release(games as Release)], home: [second, home as Release].map(release) },
  });
});
