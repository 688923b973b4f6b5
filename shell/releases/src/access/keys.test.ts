import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { addTeam } from '@portfolio/test-support/statements.ts';
import {
  openTemporaryStore,
  settingsOf,
  temporaryStore,
} from '@portfolio/test-support/temporary-store.ts';
import { allow, readKnownAllowances } from './allowances.ts';
import {
  idOfKey,
  makeKeyPair,
  readKeys,
  readKnownKeys,
  readPrivateHalf,
  readPublicHalf,
  removeKey,
} from './keys.ts';
import { useCounter } from './statement.ts';

test('a counter counts once, a key for itself, and the refusal says the highest so far', async () => {
  const store = await temporaryStore();
  await useCounter(store, 'a', 5);
  await useCounter(store, 'b', 1);
  await useCounter(store, 'a', 7);
  for (const counter of [7, 6, 5, 1])
    await expect(useCounter(store, 'a', counter)).rejects.toThrow(
      expect.objectContaining({ status: 409, details: { highest: 7 } }),
    );
  await useCounter(store, 'b', 2);
});

test('keys that stay as they are take one query, and a change by this process counts at once', async () => {
  const store = await temporaryStore();
  const { ledger } = store;
  if (!ledger) throw new Error('A temporary store has a ledger.');
  const { id } = await addTeam(store, ['games']);
  let queries = 0;
  const counted = {
    ...ledger,
    // A database of several machines is asked again after a second.
    stamp: () => (store.remote ? 0 : ledger.stamp()),
    run: ((...asked: Parameters<typeof ledger.run>) => {
      queries += 1;
      return ledger.run(...asked);
    }) as typeof ledger.run,
  };
  const watched = { ...store, ledger: counted };
  for (let call = 0; call < 100; call += 1)
    expect((await readKnownKeys(watched)).map((key) => key.id)).toEqual([id]);
  expect(queries).toBe(1);
  await removeKey(watched, id);
  expect(await readKnownKeys(watched)).toEqual([]);
});

test('what another process changed is read at once, and from memory within two seconds', async () => {
  const store = await temporaryStore();
  const other = await openTemporaryStore(settingsOf(store));
  expect(await readKnownKeys(store)).toEqual([]);
  expect(await readKnownAllowances(store)).toEqual({});
  await allow(other, 'games', { grants: [], scripts: 9 });
  const { id } = await addTeam(other, ['games']);
  expect((await readKeys(store)).map((key) => key.id)).toEqual([id]);
  if (store.remote) await new Promise((resolve) => setTimeout(resolve, 1100));
  expect((await readKnownKeys(store)).map((key) => key.id)).toEqual([id]);
  expect(await readKnownAllowances(store)).toEqual({ games: { scripts: 9 } });
});

test('a pair is read back, and called by the hash of its public half', () => {
  const { privateHalf, publicHalf, id } = makeKeyPair();
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(idOfKey(readPublicHalf(publicHalf))).toBe(id);
  expect(readPrivateHalf(privateHalf).asymmetricKeyType).toBe('ed25519');
});

test('a private half is not taken for a public one, and the refusal says what to do', () => {
  const { privateHalf } = makeKeyPair();
  expect(() => readPublicHalf(privateHalf)).toThrow(/^This is the private half of a key\./);
});

test.each([
  '',
  'x',
  'ssh-ed25519 AAAA',
  '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
])('%j is no public half', (text) => {
  expect(() => readPublicHalf(text)).toThrow(/^This is no public half of a key\./);
});

test('a key of another kind is none', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(() => readPublicHalf(pem)).toThrow(/no public half/);
});

/** The points of order 1, 2, 4 and 8, as RFC 8032 writes them, and what else is read as one of them. */
const smallOrder = [
  `01${'00'.repeat(31)}`,
  `01${'00'.repeat(30)}80`,
  `ec${'ff'.repeat(30)}7f`,
  `ec${'ff'.repeat(31)}`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  `ed${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(31)}`,
  `ee${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(31)}`,
];

test.each(smallOrder)('the point of small order %s is refused as a key', (point) => {
  const der = Buffer.from(`302a300506032b6570032100${point}`, 'hex');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  expect(() => readPublicHalf(pem)).toThrow(/of small order/);
});
