import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const files = sectionFiles('home', 'Home');
const script = 'remoteEntry.11aa22bb.mjs';
const api = await startSmallApi();
const base = `/releases/home/${api.releases.home?.id}`;

test.each([
  [script, 'text/javascript; charset=utf-8'],
  ['locales/en.yaml', 'text/yaml; charset=utf-8'],
  ['resources/logo.svg', 'image/svg+xml'],
])('%s is served for ever, as what it is', async (file, type) => {
  const { status, headers, body } = await api.get(`${base}/${file}`);
  expect([status, body]).toEqual([200, files[file]]);
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-length': String(body.length),
  });
});

test('who has it already gets 304, and HEAD gets no body', async () => {
  const { headers } = await api.get(`${base}/${script}`);
  const again = await api.get(`${base}/${script}`, { 'If-None-Match': headers.etag });
  expect([again.status, again.body]).toEqual([304, '']);
  const head = await api.ask('HEAD', `${base}/${script}`);
  expect([head.status, head.body]).toEqual([200, '']);
  expect(head.headers['content-length']).toBe(headers['content-length']);
});

test('a client that takes brotli gets the copy that was compressed at the deploy', async () => {
  const address = { port: api.port, path: `${base}/${script}` };
  const compressed = await new Promise<Buffer>((resolve, reject) => {
    get({ ...address, headers: { 'Accept-Encoding': 'br' } }, (response) => {
      expect(response.headers['content-encoding']).toBe('br');
      expect(response.headers.vary).toBe('Accept-Encoding');
      buffer(response).then(resolve, reject);
    });
  });
  expect(brotliDecompressSync(compressed).toString()).toBe(files[script]);
});

test.each([
  'nothing.mjs',
  'release.json',
  `${script}.br`,
  'locales',
  'locales/',
  '__proto__',
  'constructor',
  '../live.json',
  '..%2flive.json',
  '%2e%2e%2flive.json',
  '..%5clive.json',
  'locales/..%2fremoteEntry.11aa22bb.mjs',
  'locales/../remoteEntry.11aa22bb.mjs',
  '%2fetc%2fpasswd',
  '/etc/passwd',
  '..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  'resources/logo.svg%00',
])('there is no %s', async (file) => {
  const { status, headers, body } = await api.get(`${base}/${file}`);
  expect([status, body]).toEqual([404, 'No such file']);
  expect(headers['cache-control']).toBe('no-store');
});

test.each(['home/ffffffffffff', 'nobody/0123456789ab', '..%2f../x', '%2e%2e/%2e%2e', 'home/..'])(
  'nothing is served from /releases/%s',
  async (where) => {
    expect((await api.get(`/releases/${where}/live.json`)).status).toBe(404);
  },
);

test('a file that was put beside those of the release is none of it', async () => {
  const folder = path.join(api.store.folder, 'home', String(api.releases.home?.id));
  await writeFile(path.join(folder, 'evil.mjs'), 'alert(1)');
  expect((await api.get(`${base}/evil.mjs`)).status).toBe(404);
});
