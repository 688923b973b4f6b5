import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { makeKeyPair } from '@portfolio/releases/access/index.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { runCommandIn } from '@portfolio/test-support/run-command.ts';
import { describeRelease } from '@portfolio/test-support/signed-requests.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { disposableFolder } from '../project/disposable-folder.ts';
import { mirrorSite } from './mirror-site.ts';
import { sendRelease } from './publish-to-site.ts';
import { askFacts, publishingClient } from './publishing-client.ts';

/** Starts a hostile server in the place of a site. */
async function serve(answer: RequestListener) {
  const server = createServer(answer);
  stopLater({ stop: () => server.close() });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return publishingClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** The client's error for such a server. */
const said = async (answer: RequestListener) => sentenceOf((await serve(answer)).origin);

const sentenceOf = (address: string): Promise<string> =>
  askFacts(publishingClient(address)).then(String, ({ message }: Error) => message);

const nothingLive = { releases: {}, live: {}, documents: {}, connectOrigins: [] };

const serveFacts = (facts: object) =>
  serve((_request, response) => response.end(JSON.stringify({ ...nothingLive, ...facts })));

test.each([
  [
    'http://www.example.com:81',
    /can be read and changed on the way.*--to https:\/\/www\.example\.com:81/,
  ],
  ['www.example.com', /no address to publish to.*--to https:/],
  ['ftp://www.example.com', /no address to publish to/],
])('%s is refused before a request', (address, sentence) => {
  expect(() => publishingClient(address)).toThrow(sentence);
});

test('a redirect is not followed, and the refusal names its target', async () => {
  const moved = await said((_request, response) =>
    response.writeHead(301, { Location: 'https://www.example.com/api/releases' }).end(),
  );
  expect(moved).toMatch(/leads elsewhere.*--to https:\/\/www\.example\.com$/);
  const lost = await said((_request, response) => response.writeHead(302).end());
  expect(lost).toMatch(/leads elsewhere/);
});

test('another server, and a site without keys, shell or answer have a sentence each', async () => {
  const page = await said((_request, response) => response.end('<h1>Somebody else</h1>'));
  expect(page).toMatch(/does not say what is live \(it answers 200\)\. Look whether this is/);
  const missing = await said((_request, response) => response.writeHead(404).end());
  expect(missing).toMatch(/has added no key yet .* or it is another site than you mean/);
  const empty = await said((_request, response) =>
    response.writeHead(503).end('{"error":"No shell has been released yet."}'),
  );
  expect(empty).toMatch(/answers 503: No shell has been released yet\.$/);
  const plain = await serve((_request, response) => response.end());
  expect(await sentenceOf(plain.origin.replace('http:', 'https:'))).toMatch(
    /what answers there is no HTTPS/,
  );
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await sentenceOf(`http://${host}:${await findFreePort()}`)).toMatch(
      /cannot be reached: .*ECONNREFUSED/,
    );
});

test('an endless answer and a decompression bomb are refused', async () => {
  const endless = await serve((_request, response) => {
    const go = () => response.write(Buffer.alloc(1_000_000, ' '), go);
    go();
  });
  await expect(askFacts(endless)).rejects.toThrow(/answers with more than 33554432 bytes\. Look/);
  const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));
  const packed = await serve((_request, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
  );
  await expect(askFacts(packed)).rejects.toThrow(/answers with more than 33554432 bytes/);
});

test.each([
  ['names that lead elsewhere', { releases: { '../../../tmp/up': [] } }],
  ['names that mean something else', { live: { 'a b': '0123456789ab' } }],
  [
    'more names than a site has',
    { releases: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`a${at}`, []])) },
  ],
  ['a list in the place of one', { releases: [] }],
])('%s are no facts of a site', async (_what, facts) => {
  await expect(askFacts(await serveFacts(facts))).rejects.toThrow(/does not say what is live/);
});

test('deeply nested answers are no facts of a site', async () => {
  const deep = await serve((_request, response) =>
    response.end(`{"releases":${'['.repeat(1_000_000)}`),
  );
  await expect(askFacts(deep)).rejects.toThrow(/does not say what is live/);
  const closed = await serve((_request, response) =>
    response.end(`{"releases":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
  );
  await expect(askFacts(closed)).rejects.toThrow(/does not say what is live/);
});

test('a release that does not match its id and a changed file are refused', async () => {
  const { release } = describeRelease('shell', { 'main.mjs': 'one', 'document.html': 'two' });
  const other = { ...release, requires: { react: '^1.0.0' } };
  const facts = await askFacts(await serveFacts({ releases: { shell: [other] } }));
  expect(facts.releases.get('shell')).toEqual([]);
  const site = await serve(({ url }, response) =>
    url === '/api/releases'
      ? response.end(JSON.stringify({ ...nothingLive, releases: { shell: [release] } }))
      : response.end('changed'),
  );
  await expect(mirrorSite(site, await askFacts(site), { isWhole: false })).rejects.toThrow(
    /does not send .* of shell@[0-9a-f]{12} as it should be/,
  );
});

test('nothing is fetched of a site with more than a gigabyte', async () => {
  const { release } = describeRelease('shell', { 'main.mjs': 'one' });
  const files = { ...release.files, 'server.js': { bytes: 2 ** 30 + 1, integrity: '' } };
  const facts = await askFacts(await serveFacts({}));
  const releases = new Map([['shell', [{ ...release, files }]]]);
  const fetched: string[] = [];
  const site = await serve(({ url }, response) => {
    fetched.push(String(url));
    response.end('one');
  });
  await expect(mirrorSite(site, { ...facts, releases }, { isWhole: false })).rejects.toThrow(
    /bytes live\. Look/,
  );
  expect(fetched).toEqual([]);
});

test("a site's sentence is printed without control characters", async () => {
  const site = await serve((_request, response) =>
    response
      .writeHead(503)
      .end(JSON.stringify({ error: '\u001b[2Jgone\u001b]0;title\u0007\r\u202ex' })),
  );
  const { privateHalf } = makeKeyPair();
  using team = disposableFolder('team');
  const { code, says } = await runCommandIn(
    team.folder,
    { PORTFOLIO_KEY: privateHalf },
    ...['rollback', 'pig', '--to', site.origin],
  );
  expect([code, says]).toEqual([1, expect.stringContaining('gone')]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(says.trim()).not.toMatch(/[\u0000-\u001f\u202e]/);
});

test.each([
  ['a file that was not announced', 'word', /asks for what was not announced/],
  ['another address to send to', '../../api/x', /does not say what it lacks/],
])('a site that asks for %s gets no file', async (_what, upload, sentence) => {
  const asked: string[] = [];
  const site = await serve(({ url }, response) => {
    asked.push(String(url));
    const missing = [{ hash: 'f'.repeat(96), bytes: 1 }];
    response.end(JSON.stringify({ upload, missing }));
  });
  const store = await temporaryStore();
  const release = await addRelease(store, 'games', { 'main.mjs': 'one' });
  const privateKey = createPrivateKey(makeKeyPair().privateHalf);
  const sent = { store, release, live: null, isPreview: false };
  await expect(sendRelease({ ...site, privateKey }, sent)).rejects.toThrow(sentence);
  expect(asked).toEqual(['/api/publishing']);
});
