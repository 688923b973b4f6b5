import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { startNginx } from '@portfolio/test-support/nginx.ts';
import { inventMessage } from '@portfolio/test-support/senders.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { openTemporaryStore, temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';

const test = testWith('nginx');
const dataDir = temporaryFolder();
let site: Record<string, Release>;
let direct: string;
let nginx: Awaited<ReturnType<typeof startNginx>>;

beforeAll(async () => {
  site = await addSmallSite(await openTemporaryStore({ DATA_DIR: dataDir }));
  const settings = { TRUST_PROXY: '1', PUBLIC_URL: 'https://www.example.com' };
  const api = await startApiProcess({ DATA_DIR: dataDir, ...settings });
  direct = await api.url;
  // Of the second machine nothing is there: each visit goes on to the first.
  nginx = await startNginx(await api.port, 1);
});

const write = (body: unknown, headers = {}) =>
  nginx.ask(
    {
      ':method': 'POST',
      ':path': '/api/contact',
      'content-type': 'application/json',
      ...headers,
    },
    JSON.stringify(body),
  );

test('nginx has no objection to the file', () => {
  const { stderr, status } = nginx.check();
  expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
});

test('a page comes over HTTP/2, in brotli, with every header of the site', async () => {
  const { status, headers, body } = await nginx.ask({ ':path': '/home', 'accept-encoding': 'br' });
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(body).toString()).toContain('<div id="root">');
  expect(headers['strict-transport-security']).toMatch(/max-age=\d{7}/);

  const straight = await fetch(`${direct}/home`, { headers: { 'accept-encoding': 'br' } });
  const own = /^(date|connection|keep-alive|content-length)$/;
  for (const [name, value] of straight.headers) {
    if (!own.test(name)) expect(headers[name]).toBe(value);
  }
});

test('a file of a release keeps its tag, and is not sent twice', async () => {
  const target = `/releases/home/${site.home?.id}/${site.home?.entry}`;
  const asked = { ':path': target, 'accept-encoding': 'br' };
  const first = await nginx.ask(asked);
  expect(first.headers['content-encoding']).toBe('br');
  expect(first.headers['cache-control']).toContain('immutable');
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^"/);
  const second = await nginx.ask({ ...asked, 'if-none-match': tag });
  expect([second.status, second.body.length]).toEqual([304, 0]);
});

test('without HTTPS a visitor is sent to it, on the same page', async () => {
  const { status, headers } = await fetch(`${nginx.plain}/contact?a=b`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([301, 'https://www.example.com/contact?a=b']);
});

test('a message that is too long is answered by the site', async () => {
  const { status, body } = await write({
    ...inventMessage('long'),
    message: 'a'.repeat(100_000),
  });
  expect([status, JSON.parse(body.toString())]).toEqual([
    413,
    { error: expect.stringMatching(/too long/) },
  ]);
});

test('a visitor is known by the address nginx sees, whatever they claim', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) {
    const claim = { 'x-forwarded-for': `192.0.2.${count}` };
    statuses.push((await write(inventMessage(`claim ${count}`), claim)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test.each([
  '/healthz',
  '/healthz/',
  '/HEALTHZ',
  '/%68ealthz',
  '//healthz',
  '/./healthz',
  '/healthz?a',
])('the health of the site is shown to no visitor by %s', async (target) => {
  const { status } = await nginx.ask({ ':path': target }, undefined, '127.0.0.2');
  expect(status).toBe(403);
});

test('the site keeps an idle connection longer than nginx does', async () => {
  const file = await readFile(path.join(import.meta.dirname, 'nginx.conf'), 'utf8');
  const [, kept] = /^ +keepalive_timeout (\d+)s;/m.exec(file) ?? [];
  const { headers } = await fetch(`${direct}/home`);
  const [, keeps] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(keeps)).toBeGreaterThan(Number(kept));
});

test('the health of the site is shown on this machine', async () => {
  const { status, body } = await nginx.ask({ ':path': '/healthz' });
  expect([status, JSON.parse(body.toString()).status]).toEqual([200, 'ok']);
});
