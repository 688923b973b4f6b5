import { expect, test } from '@jest/globals';
import { rollBack } from '@portfolio/releases/live/move-live.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';

const api = await startSmallApi();

const again = (path: string, tag: unknown, headers = {}) =>
  api.get(path, { 'If-None-Match': tag, ...headers });

test.each([
  ['localhost:8080', 'http://127.0.0.1:8080/home?language=de'],
  ['localhost', 'http://127.0.0.1/home?language=de'],
  ['localhost:5037', undefined],
  ['127.0.0.1:8080', undefined],
])('on the name localhost a page calls port 5037, so %s leads to %s', async (Host, address) => {
  const { status, headers } = await api.get('/home?language=de', { Host });
  expect([status, headers.location]).toEqual([address ? 307 : 200, address]);
  expect((await api.get('/healthz', { Host })).status).toBe(200);
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
  const { home, shell } = api.releases;
  const files = { ...shellFiles, 'resources/outfit.woff2': 'another font' };
  const { id } = await addRelease(api.store, 'shell', files);
  // The API may take 50 ms to see what is live.
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

test('a release that was rolled back still opens by the link of its preview', async () => {
  const { id } = await addRelease(api.store, 'home', sectionFiles('home', 'Rolled back'));
  await rollBack(api.store, 'home', api.releases.home?.id);
  expect((await api.get('/home')).body).toContain('<title>Home en');
  const { body } = await api.get(`/home?preview=home@${id}`);
  expect(body).toContain('<title>Rolled back en');
  expect(body).toContain('<meta name="robots" content="noindex" />');
});

test('a page below a section has its own title and description, and unlisted paths are 404', async () => {
  const path = '/news/first-post';
  const title = { en: 'First <post>', de: 'Erster' };
  const files = {
    ...sectionFiles('news', 'News'),
    'pages.json': '[]',
    'pages/news/first-post.en.json': 'Hello',
  };
  const pages = [{ path, title, description: { en: 'What it says', de: 'Worum es geht' } }];
  const { id } = await addRelease(api.store, 'news', files, { pages });
  const { status, body } = await api.get(`${path}/`);
  expect(status).toBe(200);
  expect(body).toContain('<title>First &lt;post&gt; – ');
  expect(body).toContain('<meta name="description" content="What it says" />');
  expect(body).toContain('property="og:title" content="First &lt;post&gt; – ');
  expect(body).toMatch(/rel="canonical" href="[^"]+\/news\/first-post"/);
  for (const file of ['pages.json', 'pages/news/first-post.en.json'])
    expect(body).toContain(`as="fetch" href="/releases/news/${id}/${file}"`);
  expect((await api.get(`${path}?language=de`)).body).toContain('<title>Erster – ');
  for (const unknown of ['/news/second', '/news/first-post/x', '/news//first-post', '/games/x'])
    expect((await api.get(unknown)).status).toBe(404);
  // Other pages do not contain the list.
  expect((await api.get('/home')).body).not.toContain('first-post');
});
