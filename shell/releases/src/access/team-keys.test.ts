import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { addTeam } from '@portfolio/test-support/signed-requests.ts';
import {
  openTemporaryStore,
  settingsOf,
  temporaryStore,
} from '@portfolio/test-support/temporary-store.ts';
import { readLog } from '../store/audit-log.ts';
import {
  addKey,
  idOfKey,
  makeKeyPair,
  readKeys,
  readKnownKeys,
  readPrivateHalf,
  readPublicHalf,
  removeKey,
} from './team-keys.ts';

test('unchanged keys are read once, and a change by this process counts at once', async () => {
  const store = await temporaryStore();
  const { id } = await addTeam(store, ['games']);
  const known = readKnownKeys(store);
  expect(known.map((key) => key.id)).toEqual([id]);
  expect(readKnownKeys(store)).toBe(known);
  await removeKey(store, id);
  expect(readKnownKeys(store)).toEqual([]);
});

test('the next request sees changes of another process', async () => {
  const store = await temporaryStore();
  const { DATABASE_URL, ...own } = settingsOf(store);
  const other = await openTemporaryStore(DATABASE_URL ? { DATABASE_URL } : own);
  expect(readKnownKeys(store)).toEqual([]);
  const { id } = await addTeam(other, ['games']);
  expect((await readKeys(store)).map((key) => key.id)).toEqual([id]);
  await store.shared.pull();
  await new Promise(setImmediate);
  expect(readKnownKeys(store).map((key) => key.id)).toEqual([id]);
});

const publicKey = () => readPublicHalf(makeKeyPair().publicHalf);

test('adding a key again returns the sections that it lost, and the log has each change', async () => {
  const store = await temporaryStore();
  const key = publicKey();
  const id = idOfKey(key);
  expect((await addKey(store, key, { sections: ['games', 'home'] })).lost).toEqual([]);
  expect((await addKey(store, key, { sections: ['home'] })).lost).toEqual(['games']);
  expect(await removeKey(store, 'f'.repeat(16))).toBe(false);
  expect(await removeKey(store, id)).toBe(true);
  const did = (await readLog(store)).map((entry) => entry.did);
  expect(did).toEqual([`add key ${id}`, `add key ${id}`, `remove key ${id}`]);
});

test('a written pair is read again, and its id is the hash of its public half', () => {
  const { privateHalf, publicHalf, id } = makeKeyPair();
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(idOfKey(readPublicHalf(publicHalf))).toBe(id);
  expect(readPrivateHalf(privateHalf).asymmetricKeyType).toBe('ed25519');
});

test('a private half is refused as a public one, and the refusal says what to do', () => {
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

test('a key of another algorithm is refused', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(() => readPublicHalf(pem)).toThrow(/no public half/);
});

/** The points of order 1, 2, 4 and 8 in the encoding of RFC 8032, and other encodings that are read as such. */
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
