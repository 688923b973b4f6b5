import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { certificates } from '@portfolio/test-support/https.ts';
import { inventMessage } from '@portfolio/test-support/senders.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { openTemporaryStore, temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { until } from '@portfolio/test-support/until.ts';

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
  nginx = await startNginx(await api.port);
});

const write = (body: unknown, headers = {}) => {
  const call = { ':method': 'POST', ':path': '/api/contact', 'content-type': 'application/json' };
  return nginx.ask({ ...call, ...headers }, JSON.stringify(body));
};

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

test('what a team asks first comes from the site', async () => {
  expect((await nginx.ask({ ':path': '/api/releases' })).status).toBe(200);
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
  const { status, body } = await write({ ...inventMessage('long'), message: 'a'.repeat(100_000) });
  const error = expect.stringMatching(/too long/);
  expect([status, JSON.parse(body.toString())]).toEqual([413, { error }]);
});

test('a visitor is known by the address nginx sees, whatever they claim', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) {
    const claim = { 'x-forwarded-for': `192.0.2.${count}` };
    statuses.push((await write(inventMessage(`claim ${count}`), claim)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test.each('/healthz /healthz/ /HEALTHZ /%68ealthz //healthz /./healthz /healthz?a'.split(' '))(
  'no visitor is shown the health of the site by %s',
  async (target) => {
    const { status } = await nginx.ask({ ':path': target }, undefined, '127.0.0.2');
    expect(status).toBe(403);
  },
);

test('the health of the site is shown on this machine', async () => {
  const { status, body } = await nginx.ask({ ':path': '/healthz' });
  expect([status, JSON.parse(body.toString()).status]).toEqual([200, 'ok']);
});

/** Starts nginx with `nginx.conf` in front of a site. Of the second machine nothing is there: each visit goes on to the first. */
async function startNginx(sitePort: number) {
  const folder = temporaryFolder();
  const [http, https] = [await findFreePort(), await findFreePort()];
  await writeFile(path.join(folder, 'nginx.conf'), await configure(folder, sitePort, http, https));
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' });
  const plain = `http://127.0.0.1:${http}`;
  await until(() => fetch(plain, { redirect: 'manual' }).then(Boolean, () => false), 'it answers');

  return stopLater({
    plain,
    check: () => spawnSync('nginx', ['-t', '-p', folder, '-c', 'nginx.conf'], { encoding: 'utf8' }),
    /** Sends a request over HTTP/2 from a visitor's address. */
    async ask(headers: Record<string, string>, body?: string, localAddress = '127.0.0.1') {
      const how = { rejectUnauthorized: false, localAddress };
      const session = connect(`https://127.0.0.1:${https}`, how);
      const stream = session.request({ ':authority': 'www.example.com', ...headers });
      stream.end(body);
      const [received] = await once(stream, 'response');
      const [status, answer] = [received[':status'], await buffer(stream)];
      session.close();
      return { status, headers: received as Record<string, unknown>, body: answer };
    },
    async stop() {
      if (nginx.kill('SIGTERM')) await once(nginx, 'close');
    },
  });
}

/** Changes ports and certificate in the repository's file. */
async function configure(folder: string, sitePort: number, http: number, https: number) {
  const here = (await readFile(path.join(import.meta.dirname, 'nginx.conf'), 'utf8'))
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replaceAll(
      /^ *server 127\.0\.0\.1:5037 max_fails=0;/gm,
      `server 127.0.0.1:${sitePort} max_fails=0; server 127.0.0.1:1 max_fails=0;`,
    )
    .replace(/\S+fullchain\.pem/, `"${certificates}/cert.pem"`)
    .replace(/\S+privkey\.pem/, `"${certificates}/key.pem"`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${places} ${here} }`;
}
