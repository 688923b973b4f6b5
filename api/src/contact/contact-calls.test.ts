import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { inventMessage, writeTo } from '@portfolio/test-support/senders.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { longestBody } from './read-message.ts';

const site = await startApi({ RATE_LIMIT: 'off' });

const writtenMails = () => readdirSync(path.join(site.dataDir, 'mail')).map(readMail);
const readMail = (name: string) => readFileSync(path.join(site.dataDir, 'mail', name), 'utf8');

test('without a mail server the message becomes a file, and the answer is true', async () => {
  const response = await writeTo(site.url, inventMessage('folder'));
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
  expect(await response.json()).toBe(true);
  expect(writtenMails().some((raw) => raw.includes('folder'))).toBe(true);
});

test.each(['firstName', 'lastName', 'email', 'message'])('a bad %s is named', async (field) => {
  const response = await writeTo(site.url, { ...inventMessage('bad'), [field]: 7 });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: expect.stringMatching(/^The field .*\.$/),
    field,
  });
});

test.each(['{', 'null', '[]', '"text"', '7', '', '{}', '\u0000'])(
  'the body %j is answered with 400 and a sentence',
  async (body) => {
    const response = await writeTo(site.url, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: expect.any(String),
      field: expect.any(String),
    });
  },
);

test('a message with 5,000 levels of lists in it is refused before it is parsed', async () => {
  const message = JSON.stringify(inventMessage('deep')).slice(0, -1);
  const body = `${message},"more":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  expect(body.length).toBeLessThan(longestBody);
  expect((await writeTo(site.url, body)).status).toBe(400);
});

test('a longer body than any message needs is answered with 413', async () => {
  const response = await writeTo(site.url, { message: 'x'.repeat(longestBody) });
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({ error: expect.stringContaining('too long') });
});

test.each([
  [{ 'Content-Type': 'text/plain' }, 'application/json'],
  [{ 'Content-Type': 'application/x-www-form-urlencoded' }, 'application/json'],
  [{ 'Content-Type': 'multipart/form-data' }, 'application/json'],
  [{ 'Content-Type': '' }, 'application/json'],
  [{ 'Content-Type': 'application/json; charset=latin1' }, 'plain JSON in UTF-8'],
  [{ 'Content-Encoding': 'gzip' }, 'not compressed'],
])('a body sent as %j is answered with 415', async (headers: Record<string, string>, said) => {
  const response = await writeTo(site.url, inventMessage('type'), headers);
  expect(response.status).toBe(415);
  expect(await response.json()).toEqual({ error: expect.stringContaining(said) });
});

test.each(['GET', 'PUT', 'DELETE'])(
  '%s is answered with 405 and what is allowed',
  async (method) => {
    const response = await fetch(`${site.url}/api/contact`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST');
  },
);
