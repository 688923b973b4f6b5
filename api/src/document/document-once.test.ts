import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compressOnce, makeNonce } from './document-once.ts';

const template = readFileSync(
  path.join(import.meta.dirname, '../../../shell/document.html'),
  'utf8',
).replaceAll('{{nonce}}', 'NONCE');

const words = fc
  .array(
    fc.constantFrom('<p>', 'ruby ', 'pig ', '</p>', '=', 'ü', '\n', '<script nonce="NONCE">'),
    { maxLength: 400 },
  )
  .map((parts) => parts.join(''));

/** Writes a document with a nonce. */
const writer = (text: string) => (nonce: string) => text.replaceAll('NONCE', nonce);

test('a document is sent with the nonce of this very answer, whatever the page says', async () => {
  const check = fc.asyncProperty(words, async (page) => {
    const write = writer(template + page);
    const document = await compressOnce(write);
    for (const nonce of [makeNonce(), makeNonce()]) {
      expect(String(brotliDecompressSync(document?.brotli(nonce) ?? ''))).toBe(write(nonce));
      expect(String(document?.plain(nonce))).toBe(write(nonce));
    }
  });
  await fc.assert(check, { numRuns: 100 });
});

test('what the compressor did not leave to be exchanged is told, and never sent wrong', async () => {
  // So soon after the first there is nothing yet to say “as before” of.
  expect(await compressOnce((nonce) => `${nonce}${nonce}`)).toBeUndefined();
  expect(await compressOnce(() => 'no nonce')).toBeUndefined();
});
