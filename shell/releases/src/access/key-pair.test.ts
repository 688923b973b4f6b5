import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { idOfKey, makeKeyPair, readPrivateHalf, readPublicHalf } from './key-pair.ts';

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
