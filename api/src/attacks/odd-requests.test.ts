import { readdirSync } from 'node:fs';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message-rules.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { seed, tries } from '@portfolio/test-support/seed.ts';
import { writeTo } from '@portfolio/test-support/senders.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { openTemporaryStore, temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import fc from 'fast-check';
import { hashMessage, messageSchema } from '../contact/contact-calls.ts';

const oneOf = (...words: string[]) => fc.constantFrom(...words.flatMap((line) => line.split(' ')));
const odd = oneOf(
  '.. . %2e%2e ..%2f %00 %E0%A4%A % %ff ; \\ * {} __proto__ constructor',
  `home@0123456789ab 0123456789ab ${'x'.repeat(3000)} %F0%9F%90%B7 en`,
);
const place = oneOf(' home api api/locales api/locales/de releases/shell api/contact');
const address = fc
  .tuple(
    place,
    fc.array(fc.oneof(odd, fc.webSegment()), { maxLength: 3, size: 'xsmall' }),
    fc.oneof(
      fc.webQueryParameters(),
      oneOf('preview=home@0123456789ab preview=%0apig without=shell@0123456789ab'),
    ),
  )
  .map(([first, rest, query]) => `/${[first, ...rest].join('/')}${query && `?${query}`}`);
const value = fc.oneof(
  oneOf('en br;q=0.1,gzip application/json bytes=0-5 "tag" 12 chunked'),
  odd,
  fc.string({ unit: fc.constantFrom(...'abzAZ09 ,;=*/"\\()<>@:[]{}-_.%\t') }),
);
const name = oneOf(
  'Accept Accept-Encoding Accept-Language If-None-Match Range Cookie Origin Content-Type Host',
  'X-Forwarded-For X-Forwarded-Host Forwarded If-Modified-Since Expect Content-Encoding Upgrade',
);
/** A request as scanners and broken clients send it. */
const oddRequest = fc.record({
  method: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST') },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS, 'PIG') },
  ),
  address: fc.oneof({ weight: 9, arbitrary: address }, { weight: 1, arbitrary: odd }),
  headers: fc.array(fc.tuple(name, value), { maxLength: 2 }),
});
type OddRequest = typeof oddRequest extends fc.Arbitrary<infer Value> ? Value : never;

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'zoe@example.org\r\nBcc: all@example.org',
    '\r\n.\r\nMAIL FROM:<eve@example.org>\r\n',
    ...['\u0000', '\ud83d', '\u202e', '{"$gt":""}', "'; DROP TABLE outbox; --"],
    '=?utf-8?q?=0d=0aBcc:_x?=',
    ...['x'.repeat(messageLimits.message + 1), 'a@'.repeat(3000)],
  ),
);
const email = fc.oneof({ weight: 4, arbitrary: fc.emailAddress() }, { weight: 1, arbitrary: text });
const fields = { firstName: text, lastName: text, email, message: text };
// A computed key makes `__proto__` a field; a plain one would set the prototype.
const more = { ...fields, to: fc.jsonValue(), ['__proto__']: fc.jsonValue() };
/** The body of a message, as robots and broken clients send it. */
const oddBody = fc.oneof(
  { weight: 3, arbitrary: fc.record(fields).map((message) => JSON.stringify(message)) },
  fc.record(more, { requiredKeys: [] }).map((message) => JSON.stringify(message)),
  fc.json(),
  text,
);

/** The message of a body that has to become a mail. */
function judge(sent: string) {
  try {
    return messageSchema.safeParse(JSON.parse(sent)).data;
  } catch {
    return undefined;
  }
}

/** Sends a request by a socket, as a client would refuse most of them. @returns the status, 0 for a hang-up */
function send(port: number, { method, address: target, headers }: OddRequest): Promise<number> {
  const lines = headers.map(([key, content]) => `${key}: ${content}\r\n`).join('');
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
    });
    socket.on('data', (data) => {
      said += data.toString('latin1', 0, 20);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Number(said.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 0)));
  });
}

test(`${200 * tries} odd requests and ${100 * tries} odd messages (seed ${seed}) cause no 5xx and no line in the log, and the site goes on`, async () => {
  const DATA_DIR = temporaryFolder();
  const store = await openTemporaryStore({ DATA_DIR });
  await addSmallSite(store);
  await store.close();
  const api = await startApiProcess({ DATA_DIR, RATE_LIMIT: 'off' });
  const port = await api.port;
  const counts = new Map<number, number>();
  const good = new Set<string>();
  let bad = 0;
  const check = fc.asyncProperty(oddRequest, async (made) => {
    const status = await send(port, made);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    // Node.js closes the connection of a CONNECT.
    if (made.method !== 'CONNECT') expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  });
  await fc.assert(check, { numRuns: 200 * tries, seed });
  // The generator made enough valid, unknown and unreadable requests.
  for (const status of [200, 404, 400]) expect(counts.get(status)).toBeGreaterThan(5 * tries);
  const write = fc.asyncProperty(oddBody, async (sent) => {
    const answer = await writeTo(await api.url, sent);
    const said = await answer.json();
    const message = judge(sent);
    if (message) good.add(hashMessage(message));
    else bad += 1;
    const isRight = message ? [200] : [400, 413];
    expect(isRight).toContain(answer.status);
    if (message) return expect(typeof said).toBe('boolean');
    expect(said).toMatchObject({ error: expect.stringMatching(/\.$/) });
  });
  await fc.assert(write, { numRuns: 100 * tries, seed });
  expect(Math.min(good.size, bad)).toBeGreaterThan(10 * tries);
  // On a busy machine some are mailed after the answer.
  const mails = () => readdirSync(path.join(DATA_DIR, 'mail')).length;
  await until(() => mails() === good.size, 'every valid message is a mail');
  expect((await fetch(`http://127.0.0.1:${port}/home`)).status).toBe(200);
  const [, requested = ''] = (await api.stop('SIGTERM')).said.split(/The site is on .*\n/);
  const stopped = ['"msg":"Stopping"', '"msg":"Stopped"'];
  expect(requested.match(/"msg":"(?!Sent\.)[^"]*"/g)).toEqual(stopped);
});
