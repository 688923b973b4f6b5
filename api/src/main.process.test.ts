import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { inventMessage, writeTo } from '@portfolio/test-support/senders.ts';
import { serve } from '@portfolio/test-support/serve.ts';
import { addSmallSite, owner, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';

test('a mail server that cannot be reached is named at once, in one line', async () => {
  const api = await startApiProcess({ SMTP_URL: 'smtp://me:secret@127.0.0.1:1' });
  await api.port;
  await until(() => api.said().includes('ECONNREFUSED'), 'it is said');
  const { said } = await api.stop();
  const lines = said.split('\n').filter((line) => line.includes('127.0.0.1:1 '));
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'The mail server 127.0.0.1:1 cannot be used: messages wait until it can. Is SMTP_URL right?',
  ]);
  expect(said).not.toContain('secret');
});

test('without MAIL_TO mails go to the address in owner.json, and the log says so', async () => {
  const mailServer = await startSmtpServer();
  const store = await temporaryStore();
  await addSmallSite(store);
  await addRelease(store, 'shell', {
    ...shellFiles,
    'owner.json': JSON.stringify({ ...owner, email: 'pig@mud.example' }),
  });
  const api = await startApiProcess({ DATA_DIR: store.dataDir, SMTP_URL: mailServer.url });
  expect((await writeTo(String(await api.url), inventMessage('owner'))).status).toBe(200);
  expect(mailServer.mails[0]?.raw).toContain('To: pig@mud.example');
  const sentence = 'Mails go to pig@mud.example, as owner.json says: MAIL_TO is not set.';
  await until(() => api.said().includes(sentence), 'it is said');
});

test('a port in use is reported in a sentence', async () => {
  const { port } = new URL(await serve(() => {}));
  const api = await startApiProcess({ PORT: port });
  const { code, said } = await api.ended;
  expect(code).toBe(2);
  const reason = `listen EADDRINUSE: address already in use 127.0.0.1:${port}`;
  const sentence = `The site cannot listen (${reason}). Choose another HOST=… or PORT=…`;
  expect(said.split('\n').slice(1)).toEqual([sentence]);
});

test('the log says in JSON lines where the site is; it answers before the first release, and SIGINT ends it', async () => {
  const api = await startApiProcess({});
  const url = await api.url;
  const home = await fetch(`${url}/home`);
  const none = 'The site has no shell yet. Release one with: npx portfolio deploy shell';
  const answer = [home.status, home.headers.get('Content-Type'), await home.text()];
  expect(answer).toEqual([503, 'text/plain; charset=utf-8', none]);
  expect((await fetch(`${url}/healthz`)).status).toBe(503);
  expect((await fetch(`${url}/api/locales/en`)).status).toBe(404);
  expect((await fetch(`${url}/api/releases/games`)).status).toBe(401);
  const { code, said } = await api.stop('SIGINT');
  const told = said.split('\n').map((line) => JSON.parse(line));
  const where = `The site is on ${url}, where nothing is live yet`;
  const folder = 'No SMTP_URL: mails are written into this folder.';
  const all = [folder, where, 'A team was refused', 'Stopping', 'Stopped'];
  expect([code, ...told.map(({ msg }) => msg)]).toEqual([0, ...all]);
  const reason = expect.stringMatching(/^This token is none of this site/);
  expect(told[2]).toMatchObject({ level: 40, did: 'GET', url: '/api/releases/games', reason });
});

test('a document has the same tag in every process, also of a copy, so a restart is answered with 304', async () => {
  const store = await temporaryStore();
  await addSmallSite(store);
  const copy = temporaryFolder();
  const copying = [path.join(import.meta.dirname, '../ops/copy-databases.ts'), copy];
  execFileSync(process.execPath, copying, { env: { DATA_DIR: store.dataDir } });
  const PUBLIC_URL = 'https://www.example.com';
  const api = await startApiProcess({ DATA_DIR: store.dataDir, PUBLIC_URL });
  const here = await startApi({ DATA_DIR: copy, PUBLIC_URL });
  const tagOf = async (url: string) => (await fetch(`${url}/home`)).headers.get('etag');
  const tags = [await tagOf(await api.url), await tagOf(here.url)];
  expect(tags).toEqual([expect.stringMatching(/^".+"$/), tags[0]]);
});

const body = JSON.stringify({ firstName: '', lastName: '', email: 'a@b.example', message: 'Hi' });
const head = `POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

/** Opens a connection that the client never closes; Node's own client would after 4 s. */
async function open(port: number): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let said = '';
  socket.on('data', (data) => {
    said += data;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, said: () => said };
}

/** Leaves an idle connection. Its answer proves that the API has read all earlier bytes. */
async function becomeIdle(port: number): Promise<Socket> {
  const { socket } = await open(port);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

test('stopping answers a request under way, and does not wait for idle connections', async () => {
  const api = await startApiProcess({});
  const [port, url] = [await api.port, await api.url];
  const writer = await open(port);
  writer.socket.write(head + body.slice(0, -1));
  const idle = await becomeIdle(port);

  const ended = api.stop('SIGTERM');
  // The idle one is closed while the request is still under way.
  await once(idle, 'close');
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(writer.said()).toBe('');
  writer.socket.write(body.slice(-1));
  expect((await ended).code).toBe(0);
  expect(writer.said()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\ntrue$/);
});

test('a client that never ends the head of its request is cut off while others are served; one that never ends the body, before the process is killed', async () => {
  const api = await startApiProcess({});
  const { socket, said } = await open(await api.port);
  socket.write('GET /healthz HTTP/1.1\r\n');
  await becomeIdle(await api.port);
  await once(socket, 'close');
  expect(said()).toMatch(/^HTTP\/1\.1 408 /);
  const writer = await open(await api.port);
  writer.socket.write(head + body.slice(0, -1));
  await becomeIdle(await api.port);
  expect((await api.stop('SIGTERM')).code).toBe(0);
  expect(writer.said()).not.toContain('200 OK');
});
