import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect } from 'node:http2';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { inventMessage } from '../src/contact/peers/write-to.ts';
import { startApiProcess } from '../src/peers/api-process.ts';
import { findFreePort } from '../src/peers/free-port.ts';
import { laySmallSite } from '../src/peers/small-site.ts';
import { until } from '../src/peers/until.ts';
import type { Release } from '../src/releases/store/release.ts';
import { storeIn } from '../src/releases/store/store.ts';

// Processes on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(30_000);

const hasBoth = [spawnSync('nginx', ['-v']), spawnSync('openssl', ['version'])].every(
  ({ status }) => status === 0,
);
if (!hasBoth) console.info('nginx or openssl is not installed: nginx.conf is not tried.');

(hasBoth ? describe : describe.skip)('behind nginx', () => {
  let folder: string;
  let nginx: ChildProcess;
  let session: ClientHttp2Session;
  let site: Record<string, Release>;
  let direct: string;
  let plain: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-nginx-'));
    site = await laySmallSite(storeIn(path.join(folder, 'data')));
    const api = await startApiProcess({
      DATA_DIR: path.join(folder, 'data'),
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://www.example.com',
    });
    const port = await api.port;
    direct = `http://127.0.0.1:${port}`;
    const [http, https] = [await findFreePort(), await findFreePort()];
    plain = `http://127.0.0.1:${http}`;
    await configure(port, http, https);
    nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' });
    await until(
      () => fetch(plain, { redirect: 'manual' }).then(Boolean, () => false),
      'nginx answers',
    );
    session = connect(`https://127.0.0.1:${https}`, { rejectUnauthorized: false });
  });
  afterAll(async () => {
    session?.close();
    if (nginx?.pid) {
      nginx.kill('SIGTERM');
      await once(nginx, 'close');
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** The file of the repository, on free ports, with a certificate of its own. */
  async function configure(port: number, http: number, https: number): Promise<void> {
    const words =
      '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x';
    spawnSync('openssl', ['req', ...words.split(' '), '-keyout', 'key.pem', '-out', 'cert.pem'], {
      cwd: folder,
    });
    const given = await readFile(path.join(import.meta.dirname, 'nginx.conf'), 'utf8');
    const here = given
      .replace(/^ *listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${https} `)
      .replace('127.0.0.1:5037;', `127.0.0.1:${port};`)
      .replace(/\S+fullchain\.pem/, `${folder}/cert.pem`)
      .replace(/\S+privkey\.pem/, `${folder}/key.pem`);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join(' ');
    const around = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
      http { access_log off; ${places} ${here} }`;
    await writeFile(path.join(folder, 'nginx.conf'), around);
  }

  interface Answer {
    status: number;
    headers: Record<string, unknown>;
    body: Buffer;
  }

  async function ask(headers: Record<string, string>, body?: string): Promise<Answer> {
    const stream = session.request({ ':authority': 'www.example.com', ...headers });
    stream.end(body);
    const [received] = await once(stream, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return { status: received[':status'], headers: received, body: Buffer.concat(chunks) };
  }

  const write = (body: unknown, headers = {}) =>
    ask(
      {
        ':method': 'POST',
        ':path': '/api/contact',
        'content-type': 'application/json',
        ...headers,
      },
      JSON.stringify(body),
    );

  test('nginx has no objection to the file', () => {
    const { stderr, status } = spawnSync('nginx', ['-t', '-p', folder, '-c', 'nginx.conf'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });

  test('a page comes over HTTP/2, in brotli, with every header of the site', async () => {
    const { status, headers, body } = await ask({ ':path': '/home', 'accept-encoding': 'br' });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(body).toString()).toContain('<div id="root">');
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7}/);

    const straight = await fetch(`${direct}/home`, { headers: { 'accept-encoding': 'br' } });
    const own = /^(date|connection|keep-alive|content-length)$/;
    const withoutNonce = (value: unknown) => String(value).replace(/nonce-[^']+/g, 'nonce');
    for (const [name, value] of straight.headers)
      if (!own.test(name)) expect(withoutNonce(headers[name])).toBe(withoutNonce(value));
  });

  test('a file of a release keeps its tag, and is not sent twice', async () => {
    const target = `/releases/home/${site.home?.id}/${site.home?.entry}`;
    const first = await ask({ ':path': target, 'accept-encoding': 'gzip' });
    expect(first.headers['content-encoding']).toBeUndefined();
    expect(first.headers['cache-control']).toContain('immutable');
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^"/);
    const second = await ask({ ':path': target, 'if-none-match': tag });
    expect([second.status, second.body.length]).toEqual([304, 0]);
  });

  test('without HTTPS a visitor is sent to it, on the same page', async () => {
    const { status, headers } = await fetch(`${plain}/contact?a=b`, { redirect: 'manual' });
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

  test('the health of the site is shown on this machine', async () => {
    const { status, body } = await ask({ ':path': '/healthz' });
    expect([status, JSON.parse(body.toString()).status]).toEqual([200, 'ok']);
  });
});
