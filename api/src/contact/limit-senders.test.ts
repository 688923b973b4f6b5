import { expect, test } from '@jest/globals';
import { openDatabase } from '@portfolio/releases/database/open-database.ts';
import { inventMessage, writeTo } from '@portfolio/test-support/senders.ts';
import { type RunningApi, startApi } from '@portfolio/test-support/start-api.ts';
import { emptyStoreSettings } from '@portfolio/test-support/temporary-store.ts';
import { readConfig } from '../config.ts';
import { outboxSchema } from './outbox.ts';

let words = 0;

const start = (environment: Record<string, string> = {}) =>
  startApi({ TRUST_PROXY: 'loopback', ...environment });

/** Sends a message as a proxy would forward it from `address`. */
function write(site: RunningApi, address: string, word = `word ${words++}`) {
  return writeTo(site.url, inventMessage(word), { 'X-Forwarded-For': address });
}

async function statuses(responses: Promise<Response>[]) {
  return (await Promise.all(responses)).map(({ status }) => status).sort();
}

const ten = Array.from({ length: 10 }, (_, index) => index);

test('three processes together accept exactly ten messages of an address', async () => {
  const environment = await emptyStoreSettings();
  const three = await Promise.all([start(environment), start(environment), start(environment)]);
  const wave = ten.flatMap(() => three.map((site) => write(site, '192.0.2.1')));
  expect(await statuses(wave)).toEqual([...ten.map(() => 200), ...Array(20).fill(429)]);
  expect(await statuses(three.map((site) => write(site, '192.0.2.2')))).toEqual([200, 200, 200]);
});

test('the answer to an eleventh message says when to try again', async () => {
  const site = await start();
  await Promise.all(ten.map(() => write(site, '192.0.2.1')));
  const response = await write(site, '192.0.2.1');
  expect(response.status).toBe(429);
  const seconds = Number(response.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(3500);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(await response.json()).toEqual({
    error: expect.stringContaining('try again in 60 minutes'),
  });
});

test('a count whose start a wrong clock set into the future begins again', async () => {
  const place = await emptyStoreSettings();
  const site = await start(place);
  await Promise.all(ten.map(() => write(site, '192.0.2.1')));
  expect((await write(site, '192.0.2.1')).status).toBe(429);
  const database = await openDatabase(readConfig(place), outboxSchema);
  await database.run('UPDATE senders SET since = since + 86400000');
  await database.close();
  const again = ten.map(() => write(site, '192.0.2.1'));
  expect(await statuses(again)).toEqual(ten.map(() => 200));
  const refused = await write(site, '192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(3600);
});

test.each([
  ['an address and a port', '192.0.2.1:49152', '192.0.2.1:49153'],
  ['an IPv6 address in brackets', '[2001:db8::1]', '[2001:db8::2]'],
  ['an IPv6 address and a port', '[2001:db8::1]:49152', '[2001:db8::1]:49153'],
  ['an IPv4 address in IPv6 and a port', '[::ffff:192.0.2.1]:49152', '192.0.2.1'],
  ['what is no address', 'unknown', 'hidden'],
])('a proxy that forwards %s is understood', async (_what, first, second) => {
  const site = await start();
  expect(await statuses(ten.map(() => write(site, first)))).toEqual(ten.map(() => 200));
  expect((await write(site, second)).status).toBe(429);
  expect((await write(site, '198.51.100.7:49152')).status).toBe(200);
});

test('a second click and a bad request do not count', async () => {
  const site = await start();
  for (const word of ten) {
    expect((await write(site, '192.0.2.1', `click ${word}`)).status).toBe(200);
    expect((await write(site, '192.0.2.1', `click ${word}`)).status).toBe(200);
    expect((await writeTo(site.url, {}, { 'X-Forwarded-For': '192.0.2.1' })).status).toBe(400);
  }
  expect((await write(site, '192.0.2.1')).status).toBe(429);
  expect((await write(site, '192.0.2.1', 'click 0')).status).toBe(200);
});

test('a visitor group of IPv6 is one /56, the neighbour another', async () => {
  const site = await start();
  const visitorGroup = ten.map((device) => write(site, `2001:db8:0:10${device}::1`));
  expect(await statuses(visitorGroup)).toEqual(ten.map(() => 200));
  expect((await write(site, '2001:db8:0:1ff::2')).status).toBe(429);
  expect((await write(site, '2001:db8:0:200::1')).status).toBe(200);
});

test('RATE_LIMIT=off switches the limit off', async () => {
  const site = await start({ RATE_LIMIT: 'off' });
  const many = [...ten, ...ten].map(() => write(site, '192.0.2.1'));
  expect(await statuses(many)).toEqual([...ten, ...ten].map(() => 200));
});
