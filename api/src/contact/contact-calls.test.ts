import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message-rules.ts';
import { inventMessage, writeTo } from '@portfolio/test-support/senders.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { hashMessage, longestBody, messageSchema } from './contact-calls.ts';

const site = await startApi({ TRUST_PROXY: 'loopback' });

/** Sends a message as a proxy would forward it from `address`. */
const write = (address: string, body: unknown, headers = {}) =>
  writeTo(site.url, body, { 'X-Forwarded-For': address, ...headers });

const noMail = 'The field email must be an e-mail address we can answer to.';
const ofBody = (error: string) => ({ error, field: 'body' });
const encoded = 'The message is not understood: please send plain JSON in UTF-8, not compressed.';
const notRead = ofBody(encoded);
const noObject = ofBody('The body must be a JSON object with firstName, lastName, email, message.');
const noText = { error: 'The field firstName must be a text.', field: 'firstName' };
const tooLong = { error: 'The message is too long. Please shorten it.' };

test.each([
  [{ ...inventMessage('bad'), email: 'zoe@example' }, {}, 400, { error: noMail, field: 'email' }],
  ...['{', 'null', '"text"', '7', '\u0000'].map((body) => [body, {}, 400, notRead] as const),
  ...['', '{}'].map((body) => [body, {}, 400, noText] as const),
  ['[]', {}, 400, noObject],
  [inventMessage('type'), { 'Content-Type': 'text/plain' }, 400, noObject],
  [{ message: 'x'.repeat(longestBody) }, {}, 413, tooLong],
  [inventMessage('coded'), { 'Content-Type': 'application/json; charset=latin1' }, 415, notRead],
  [inventMessage('packed'), { 'Content-Encoding': 'gzip' }, 415, notRead],
])('the body %.40j sent with %j is refused by %i', async (body, headers, status, said) => {
  const response = await write('192.0.2.2', body, headers);
  expect([response.status, await response.json()]).toEqual([status, said]);
});

test('ten messages an hour are accepted of a visitor group, and a bad request does not count', async () => {
  for (let word = 0; word < 10; word += 1) {
    const device = `2001:db8:0:10${word}::1`;
    expect((await write(device, {})).status).toBe(400);
    expect((await write(device, inventMessage(`click ${word}`))).status).toBe(200);
  }
  const refused = await write('2001:db8:0:1ff::2', inventMessage('eleventh'));
  const error = 'Too many messages from your address. Please try again in 60 min.';
  const names = ['RateLimit', 'X-RateLimit-Limit'].filter((name) => refused.headers.has(name));
  expect([refused.status, names, await refused.json()]).toEqual([429, ['RateLimit'], { error }]);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
  expect((await write('2001:db8:0:200::1', inventMessage('neighbour'))).status).toBe(200);
});

test('what can be neither stored nor mailed is answered with 503, and with when to send it again', async () => {
  const { url, dataDir, health, said } = await startApi({ SMTP_URL: 'smtp://127.0.0.1:1' });
  new DatabaseSync(path.join(dataDir, 'outbox.sqlite')).exec('DROP TABLE outbox');
  const refused = await writeTo(url, inventMessage('lost'));
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60']);
  const error = 'Your message could not be taken just now. Please send it again in a minute.';
  expect(await refused.json()).toEqual({ error });
  const count = { waiting: 0, refused: 0, oldestWaitingSeconds: null, lastRefusal: null };
  const rest = { underway: 0, unmarked: 0, transport: 'smtp' };
  expect(await health()).toEqual({ store: 'down', ...count, ...rest });
  const reason = 'Neither stored nor delivered.';
  expect(said).toContainEqual({ level: 50, reason, msg: 'A message was not accepted.' });
});

const right = { firstName: 'Zoe', lastName: 'Miller', email: 'zoe@example.org', message: 'Hello' };
const texts = ['firstName', 'lastName', 'email', 'message'] as const;

function faultyField(body: unknown) {
  return messageSchema.safeParse(body).error?.issues[0]?.path[0];
}

const all = (words: string) => ({ firstName: words, lastName: words, message: words });
const controls = ['\u0000', '\u001b', '\u007f', '\u0085'];

test.each<[changes: object, read: object]>([
  [{}, {}],
  // The form allows it.
  [all(''), all('')],
  [JSON.parse('{"__proto__":{"isAdmin":true},"to":"eve@example.org","notice":"x"}'), {}],
  ...controls.map((it): [object, object] => [all(`a${it}b${it}c`), all('a b c')]),
  [{ firstName: 'Zoe\r\nBcc: all@example.org' }, { firstName: 'Zoe  Bcc: all@example.org' }],
  [{ message: 'one\r\ntwo\tthree' }, { message: 'one\r\ntwo\tthree' }],
  // Half an emoji at the end of a text that was cut.
  [{ message: 'Hello \ud83d' }, { message: 'Hello \ufffd' }],
])('a message with %j is read with %j', (changes, read) => {
  expect(messageSchema.parse({ ...right, ...changes })).toEqual({ ...right, ...read });
});

test.each(texts)('%s has to be there, as a text', (field) => {
  for (const value of [undefined, null, 7, {}, ['x']])
    expect(faultyField({ ...right, [field]: value })).toBe(field);
});

test.each([
  ['firstName', messageLimits.name],
  ['lastName', messageLimits.name],
  ['message', messageLimits.message],
])('%s may have %d characters and no more', (field, most) => {
  expect(faultyField({ ...right, [field]: 'x'.repeat(most) })).toBeUndefined();
  expect(faultyField({ ...right, [field]: 'x'.repeat(most + 1) })).toBe(field);
});

test('the longest message fits into the longest body, whatever its letters are', () => {
  const { name, email, message } = messageLimits;
  const lengths = { firstName: name, lastName: name, email, message };
  for (const letter of ['ん', '"', '\n']) {
    const longest = Object.entries(lengths).map(([field, most]) => [field, letter.repeat(most)]);
    const body = JSON.stringify(Object.fromEntries(longest));
    expect(Buffer.byteLength(body)).toBeLessThan(longestBody);
  }
});

test('another text in any field makes another message, and so does a word that moves', () => {
  const moved = { ...right, firstName: 'Zoe Miller', lastName: '' };
  const others = [...texts.map((field) => ({ ...right, [field]: `x${right[field]}` })), moved];
  expect(new Set([right, ...others].map(hashMessage)).size).toBe(6);
});
