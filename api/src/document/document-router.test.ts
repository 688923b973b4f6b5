import { expect, test } from '@jest/globals';
import { rollBack } from '@portfolio/releases/live/move-pointer.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi();

test.each([
  ['/', '/home'],
  ['/?a=b&c=%20d', '/home?a=b&c=%20d'],
])('%s leads to %s', async (from, to) => {
  const { status, headers } = await api.get(from);
  expect([status, headers.location]).toEqual([302, to]);
});

test.each([
  ['/home', 200],
  ['/home/', 200],
  ['/home?a=b', 200],
  ['/games', 200],
  ['/homes', 404],
  ['/home/deeper', 404],
  ['/Home', 404],
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
  ['de', 'de'],
  ['de-AT, en;q=0.5', 'de'],
  ['fr, de-CH;q=0.8, en;q=0.9', 'en'],
  ['fr', 'en'],
  ['de;q=0, en', 'en'],
  ['*', 'en'],
  [';;;,,q=', 'en'],
])('a browser that prefers %s gets the document in %s', async (preferred, language) => {
  const { headers, body } = await api.get('/home', { 'Accept-Language': preferred ?? [] });
  expect(body).toContain(`<html lang="${language}" `);
  expect(body).toContain(`href="/api/locales/${language}" crossorigin`);
  expect(body).toContain(`<title>Home ${language} – `);
  expect(headers.vary).toBe('Accept-Language, Cookie, Accept-Encoding');
});

test('an address in absolute form, as proxies write it, leads to the same page', async () => {
  expect((await api.get('http://rubin.example/home')).status).toBe(200);
  expect((await api.get('http://rubin.example/nothing')).status).toBe(404);
  expect((await api.get('http://rubin.example/?a')).headers.location).toBe('/home?a');
});

test('a release that was rolled back still opens by the link of its preview', async () => {
  const { id } = await layRelease(api.store, 'home', sectionFiles('home', 'Rolled back'));
  await rollBack(api.store, 'home', api.releases.home?.id);
  expect((await api.get('/home')).body).toContain('<title>Home en');
  const { body } = await api.get(`/home?preview=home@${id}`);
  expect(body).toContain('<title>Rolled back en');
  expect(body).toContain('<meta name="robots" content="noindex" />');
});

test('the address of the site is never what a visitor says behind a proxy', async () => {
  const behind = await startSmallApi({ TRUST_PROXY: '1' });
  const headers = { Host: 'pig.example', 'X-Forwarded-Host': 'evil.example' };
  for (const address of ['/home', '/sitemap.xml', '/robots.txt']) {
    const { body } = await behind.get(address, headers);
    expect(body).toContain('//pig.example/');
    expect(body).not.toContain('evil.example');
  }
  await behind.stop();
});

test('a page below a section is found by its own words; what is not listed there is none', async () => {
  const path = '/news/first-post';
  const title = { en: 'First <post>', de: 'Erster' };
  const files = {
    ...sectionFiles('news', 'News'),
    'pages.json': '[]',
    'pages/news/first-post.en.md': 'Hello',
  };
  const pages = [{ path, title, description: { en: 'What it says', de: 'Worum es geht' } }];
  const { id } = await layRelease(api.store, 'news', files, { pages });
  const { status, body } = await api.get(`${path}/`);
  expect(status).toBe(200);
  expect(body).toContain('<title>First &lt;post&gt; – ');
  expect(body).toContain('<meta name="description" content="What it says" />');
  expect(body).toContain('property="og:title" content="First &lt;post&gt; – ');
  expect(body).toMatch(/rel="canonical" href="[^"]+\/news\/first-post"/);
  for (const file of ['pages.json', 'pages/news/first-post.en.md'])
    expect(body).toContain(`as="fetch" href="/releases/news/${id}/${file}"`);
  expect((await api.get(`${path}?language=de`)).body).toContain('<title>Erster – ');
  expect((await api.get('/sitemap.xml')).body).toContain(`${path}?language=de</loc>`);
  for (const unknown of ['/news/second', '/news/first-post/x', '/news//first-post', '/games/x'])
    expect((await api.get(unknown)).status).toBe(404);
  // Of all this another page has nothing but that there is more.
  expect((await api.get('/home')).body).not.toContain('first-post');
});

test.each(['{', '{ "name": 1 }', ''])(
  'a shell whose owner is %j has pages that name nobody',
  async (text) => {
    await layRelease(api.store, 'shell', { ...shellFiles, 'owner.json': text });
    const { status, body } = await api.get('/home');
    expect(status).toBe(200);
    expect(body).toContain('<title>Home en – Pigs &amp; &quot;Gems&quot;</title>');
  },
);
