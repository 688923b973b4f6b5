import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { shellThat } from '@portfolio/test-support/shell-that.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';

import { createFaults, startBrowser } from './browser-session.ts';
import { serveSet } from './inspect-page.ts';
import { inspectDeployed } from './prerender-pages.ts';

/** Another service of this machine, which records all requests. */
let service: Server;
let address: string;
let arrived: string[];
const udp = createSocket('udp4');
let store: Store;
const session = await startBrowser();
afterAll(async () => session[Symbol.asyncDispose]());
beforeEach(async () => {
  arrived = [];
  service = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Content-Type', 'text/html');
    response.end(`<script>${open('/second')}</script>`);
  }).on('connection', () => arrived.push('a connection'));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  store = await temporaryStore();
});
afterEach(() => {
  service.closeAllConnections();
  service.close();
});

const open = (path: string) => `window.open('${address}${path}');`;

/** Inspects a release with a short time-out. @throws ReleaseRefusedError */
const inspect = (release: Release) =>
  inspectDeployed(session, store, {
    deployed: release,
    report() {},
    warn() {},
    refusal: { begin: 'it fails', link: '' },
    timeoutMs: 2000,
  });

async function serve() {
  const { current, find } = followLiveReleases(store, createLog('silent'));
  return serveSet({ session, store, find }, (await current()) as LiveSet);
}

const make = (tag: string, says: string) =>
  `document.body.append(Object.assign(document.createElement('${tag}'), ${says}));
   document.body.lastChild`;

const ways: Record<string, (to: string) => string> = {
  'window.open': (to) => `window.open('${to}')`,
  'a picture': (to) => make('img', `{ src: '${to}' }`),
  'a frame': (to) => make('iframe', `{ src: '${to}' }`),
  'a form': (to) => `${make('form', `{ action: '${to}', method: 'post' }`)}.submit()`,
  'a form in a new tab': (to) =>
    `${make('form', `{ action: '${to}', method: 'post', target: '_blank' }`)}.submit()`,
  'a link in a new tab': (to) => `${make('a', `{ href: '${to}', target: '_blank' }`)}.click()`,
  'a download': (to) => `${make('a', `{ href: '${to}', download: 'pig' }`)}.click()`,
  navigation: (to) => `location.href = '${to}'`,
  'navigation of a tab of its own': (to) => `const tab = window.open('about:blank');
    tab.document.write('<script>fetch("${to}"); new Image().src = "${to}";</' + 'script>');
    tab.location.href = '${to}'`,
  'a beacon': (to) => `navigator.sendBeacon('${to}')`,
  'a call': (to) => `fetch('${to}', { mode: 'no-cors' }).catch(() => {})`,
  'a socket': (to) => `new WebSocket('${to.replace('http', 'ws')}')`,
  'a worker': (to) =>
    `new Worker(URL.createObjectURL(new Blob(["fetch('${to}', { mode: 'no-cors' })"])))`,
  'a connection ahead': (to) =>
    `document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: '${to}' }))`,
};

test.each(Object.entries(ways))(
  'by %s a page reaches nothing but its own site, with or without a policy',
  async (_way, way) => {
    const does = [address, address.replace('127.0.0.1', 'localhost')]
      .map((to) => way(to))
      .join(';');
    const release = await shellThat(store, does);
    await inspect(release).catch(() => {});
    const site = await serve();
    await session.inspect(site, { bypassCSP: true }, async ({ page }) => {
      await page.goto(`${site.origin}/404`, { waitUntil: 'commit' });
      await sleep(500);
    });
    expect(arrived).toEqual([]);
  },
);

test('WebRTC reaches nothing, over UDP and TCP', async () => {
  udp.on('message', () => arrived.push('a datagram'));
  await once(udp.bind(0, '127.0.0.1'), 'listening');
  const servers = [
    { urls: `stun:127.0.0.1:${udp.address().port}` },
    {
      urls: `${address.replace('http://', 'turn:')}?transport=tcp`,
      username: 'a',
      credential: 'b',
    },
  ];
  await shellThat(store, '');
  const site = await serve();
  await session.inspect(site, {}, async ({ page }) => {
    await page.goto(`${site.origin}/404`);
    // A new frame may have what is removed from the page.
    await page.evaluate(async (iceServers) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      const Peer = (frame.contentWindow as typeof globalThis | null)?.RTCPeerConnection;
      if (!Peer) return;
      const peer = new Peer({ iceServers });
      peer.createDataChannel('pig');
      await peer.setLocalDescription(await peer.createOffer());
    }, servers);
    await sleep(1000);
  });
  udp.close();
  expect(arrived).toEqual([]);
});

test('a page that leaves the site is named', async () => {
  const release = await shellThat(store, `location.href = '${address}/evil'`);
  await expect(inspect(release)).rejects.toThrow(`It leaves the site for ${address}/evil`);
});

test('repeated faults are counted, and a cause hides the faults that follow from it', () => {
  const faults = createFaults();
  for (const hash of ['sha256-a', 'sha256-b', 'sha256-c'])
    faults.addRepeated(`Refused to apply style: '${hash}' is needed`);
  faults.add('mud');
  faults.add('mud');
  expect(faults.list()).toEqual([
    "Refused to apply style: 'sha256-a' is needed (and 2 more like it)",
    'mud',
  ]);
  faults.addCause('/blog answers 404');
  expect(faults.list()).toEqual(['/blog answers 404']);
});

test('a browser inherits no password and no key', async () => {
  const secrets = ['PORTFOLIO_KEY', 'NPM_TOKEN', 'SMTP_URL', 'DATABASE_URL'];
  for (const name of secrets) process.env[name] = 'https://user:secret@example.org';
  await using _second = await startBrowser();
  for (const name of secrets) delete process.env[name];
  const browsers = await descendants(process.pid);
  expect(browsers.length).toBeGreaterThan(2);
  for (const pid of browsers) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const names = environment.split('\0').map((entry) => entry.split('=')[0]);
    for (const name of secrets) expect(names).not.toContain(name);
    expect(environment).not.toContain('secret');
  }
});

test('a browser that resets a refused connection does not stop the proxy', async () => {
  const lines = await Promise.all(
    (await descendants(process.pid)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')),
  );
  const [, port] = /--proxy-server=http:\/\/127\.0\.0\.1:(\d+)/.exec(lines.join()) ?? [];
  for (let count = 0; count < 200; count += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write('CONNECT elsewhere.example:443 HTTP/1.1\r\n\r\n');
    // Some resets come before the refusal, some after it.
    await sleep(count % 3);
    socket.resetAndDestroy();
  }
  await session.inspect(
    session.serve((_request, response) => response.end('here')),
    {},
    ({ page }) => expect(page.evaluate(() => 1 + 1)).resolves.toBe(2),
  );
});

async function descendants(pid: number): Promise<number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    processes.map(async (each) => {
      const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '');
      return [Number(each), Number(stat.split(') ')[1]?.split(' ')[1])] as const;
    }),
  );
  const below = (of: number): number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([each]) => [each, ...below(each)]);
  return below(pid);
}
