import { beforeEach, expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { readLog } from './audit-log.ts';
import { allow, describeAllowance, readAllowances } from './grants.ts';
import type { Store } from './store.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

const connect = (host: string) => `connect=https://${host}.example`;

test('concurrent grants are all stored', async () => {
  const hosts = Array.from({ length: 10 }, (_, at) => `h${at}`);
  await Promise.all(hosts.map((host) => allow(store, 'games', { grants: [connect(host)] })));
  expect(readAllowances(store).games?.origins?.connect).toHaveLength(10);
});

test('a revoked origin does not return with a concurrent grant', async () => {
  await allow(store, 'games', { grants: [connect('old'), 'img=https://old.example'] });
  await Promise.all([
    allow(store, 'games', { grants: ['none'] }),
    allow(store, 'games', { scripts: 90_000 }),
  ]);
  expect(readAllowances(store)).toEqual({ games: { scripts: 90_000 } });
  await allow(store, 'games', { scripts: 'none' });
  expect(readAllowances(store)).toEqual({});
});

test('an allowance is formatted in one line, and logged', async () => {
  const allowance = await allow(store, 'games', { grants: [connect('a')], scripts: 90_000 });
  expect(describeAllowance(allowance)).toBe('connect=https://a.example, scripts 90,000 bytes');
  expect(await readLog(store)).toEqual([
    expect.objectContaining({
      key: 'owner',
      did: 'allow games connect=https://a.example, scripts 90,000 bytes',
      section: 'games',
    }),
  ]);
});

test('a thirteenth origin is refused, and nothing has changed', async () => {
  const hosts = Array.from({ length: 12 }, (_, at) => connect(`h${at}`));
  await allow(store, 'games', { grants: hosts });
  await expect(allow(store, 'games', { grants: [connect('more')] })).rejects.toThrow('twelve');
  await expect(allow(store, 'games', { grants: ['connect=https://x;y'] })).rejects.toThrow(
    'This cannot be granted',
  );
  expect(readAllowances(store).games?.origins?.connect).toHaveLength(12);
});
