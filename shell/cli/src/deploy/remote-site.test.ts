import type { RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { startFalseSite } from '@portfolio/test-support/false-site.ts';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { stopAfterEach } from '@portfolio/test-support/stop-after-each.ts';
import { askFacts, siteAt } from './remote-site.ts';

const started = stopAfterEach();

const serve = async (answer: RequestListener) => started(await startFalseSite(answer)).origin;

/** What is said of a server that answers so. */
const said = async (answer: RequestListener) => sentenceOf(await serve(answer));

const sentenceOf = (address: string): Promise<string> =>
  askFacts(siteAt(address)).then(String, ({ message }: Error) => message);

test.each([
  ['http://www.example.com:81', /anybody on the way can read.*--to https:\/\/www\.example\.com:81/],
  ['www.example.com', /no address to publish to.*--to https:/],
  ['ftp://www.example.com', /no address to publish to/],
])('%s is refused before anything is said', (address, sentence) => {
  expect(() => siteAt(address)).toThrow(sentence);
});

test('an address that leads elsewhere is not followed, and the refusal says where to', async () => {
  const moved = await said((_request, response) =>
    response.writeHead(301, { Location: 'https://www.example.com/api/releases' }).end(),
  );
  expect(moved).toMatch(/leads elsewhere.*--to https:\/\/www\.example\.com$/);
  const lost = await said((_request, response) => response.writeHead(302).end());
  expect(lost).toMatch(/leads elsewhere/);
});

test('what is no such site, or has no keys, no shell or no answer, is said in a sentence each', async () => {
  const page = await said((_request, response) => response.end('<h1>Somebody else</h1>'));
  expect(page).toMatch(/does not say what is live \(it answers 200\)\. Look whether this is/);
  const missing = await said((_request, response) => response.writeHead(404).end());
  expect(missing).toMatch(/has added no key yet .* or it is another site than you mean/);
  const empty = await said((_request, response) =>
    response.writeHead(503).end('{"error":"No shell has been released yet."}'),
  );
  expect(empty).toMatch(/answers 503: No shell has been released yet\.$/);
  const plain = await serve((_request, response) => response.end());
  expect(await sentenceOf(plain.replace('http:', 'https:'))).toMatch(
    /what answers there is no HTTPS/,
  );
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await sentenceOf(`http://${host}:${await findFreePort()}`)).toMatch(
      /cannot be reached: .*ECONNREFUSED/,
    );
});
