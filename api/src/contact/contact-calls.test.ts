import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { inventMessage, writeTo } from '@portfolio/test-support/senders.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { longestBody } from './read-message.ts';

const site = await startApi({ TRUST_PROXY: 'loopback' });

/** Sends a message as a proxy would forward it from `address`. */
const write = (address: string, body: unknown, headers = {}) =>
  writeTo(site.url, body, { 'X-Forwarded-For': address, ...headers });

test('without a mail server the message becomes a file, and the answer is true', async () => {
  const response = await write('192.0.2.1', inventMessage('folder'));
  expect([response.status, await response.text()]).toEqual([200, 'true']);
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
  const folder = path.join(site.dataDir, 'mail');
  const mails = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  expect(mails).toEqual([expect.stringContaining('folder')]);
});

const faultOf = { error: expect.stringMatching(/^The .*\.$/) };

test.each([
  [{ ...inventMessage('bad'), email: 'zoe@example' }, {}, 400, { ...faultOf, field: 'email' }],
  ...['{', 'null', '[]', '"text"', '7', '', '{}', '\u0000'].map(
    (body) => [body, {}, 400, { ...faultOf, field: expect.any(String) }] as const,
  ),
  [inventMessage('type'), { 'Content-Type': 'text/plain' }, 400, { ...faultOf, field: 'body' }],
  [{ message: 'x'.repeat(longestBody) }, {}, 413, faultOf],
  [
    inventMessage('coded'),
    { 'Content-Type': 'application/json; charset=latin1' },
    415,
    { error: expect.stringMatching(/plain JSON in UTF-8/), field: 'body' },
  ],
  [
    inventMessage('packed'),
    { 'Content-Encoding': 'gzip' },
    415,
    { error: expect.stringMatching(/not compressed/), field: 'body' },
  ],
])(
  'the body %.40j sent with %j is answered with %i and a sentence',
  async (body, headers, status, said) => {
    const response = await write('192.0.2.2', body, headers);
    expect([response.status, await response.json()]).toEqual([status, said]);
  },
);

const ten = Array.from({ length: 10 }, (_, index) => index);

test('ten messages an hour are accepted of a visitor group, and a bad request does not count', async () => {
  for (const word of ten) {
    const device = `2001:db8:0:10${word}::1`;
    expect((await write(device, {})).status).toBe(400);
    expect((await write(device, inventMessage(`click ${word}`))).status).toBe(200);
  }
  const refused = await write('2001:db8:0:1ff::2', inventMessage('eleventh'));
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { error: 'Too many messages from your address. Please try again in 60 min.' },
  ]);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
  expect((await write('2001:db8:0:200::1', inventMessage('neighbour'))).status).toBe(200);
});
