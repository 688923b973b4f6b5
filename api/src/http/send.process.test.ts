import { expect, test } from '@jest/globals';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi({ PUBLIC_URL: 'https://www.example.com' });
const { home } = api.releases;

const answers = [
  ['a document', '/home'],
  ['texts', '/api/locales/en'],
  ['the sitemap', '/sitemap.xml'],
  ['the manifest', '/manifest.webmanifest'],
  ['a file', `/releases/home/${home?.id}/${home?.entry}`],
] as const;

test.each(answers)(
  '%s is compressed for a client that accepts Brotli, with a tag of its own',
  async (_what, path) => {
    const { body, headers } = await api.get(path);
    const compressed = await fetch(api.url + path, { headers: { 'Accept-Encoding': 'gzip, br' } });
    const tag = String(compressed.headers.get('ETag'));
    expect(tag).toMatch(/^".+-br"$/);
    expect(headers.etag).not.toBe(tag);
    const again = await api.get(path, { 'Accept-Encoding': 'br', 'If-None-Match': tag });
    expect([again.status, again.headers.etag]).toEqual([304, tag]);
    expect(compressed.headers.get('Content-Encoding')).toBe('br');
    expect(compressed.headers.get('Vary')).toContain('Accept-Encoding');
    expect(await compressed.text()).toBe(body);
  },
);

test.each(answers)('HEAD of %s is answered with the headers alone', async (_what, path) => {
  const plain = await api.get(path);
  const { status, headers, body } = await api.ask('HEAD', path);
  expect([status, body]).toEqual([200, '']);
  expect(headers.etag).toBe(plain.headers.etag);
  expect(headers['content-length']).toBe(String(Buffer.byteLength(plain.body)));
});

test.each(answers)('%s that the client has already is not sent again', async (_what, path) => {
  const { headers } = await api.get(path);
  const tag = String(headers.etag);
  // Compressing proxies make a tag weak; a client may send a list.
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await api.get(path, { 'If-None-Match': known });
    expect([again.status, again.body]).toEqual([304, '']);
    const { etag, vary, 'cache-control': caching } = headers;
    expect(again.headers).toMatchObject({ etag, vary, 'cache-control': caching });
  }
  expect((await api.get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
});
