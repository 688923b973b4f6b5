import { generateKeyPairSync } from 'node:crypto';
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
