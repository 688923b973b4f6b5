import { expect, test } from '@jest/globals';
import { isEmail } from './message-rules.ts';

const addresses = `zoe@example.org a@b.co o'brien+site@mail.example.co.uk müller@bücher.example
  a@b.xn--p1ai a@b.c1`;
test.each(addresses.split(/\s+/))('%s looks like an address', (text) => {
  expect(isEmail(text)).toBe(true);
});

const parts = `zoe zoe@ @example.org zoe@example zoe@example.c zoe@.org zoe@example..org
  zoe@example.org. zoe@exa@mple.org zoe,eve@example.org zoe@example.org,eve@example.org`;
test.each([
  ...parts.split(/\s+/),
  ...['', ' zoe@example.org', 'zoe@example.org ', 'zoe @example.org'],
  'zoe@example.org\nBcc: all@example.org',
  ...['\u0000', '\u001b', '\u007f', '\u0085'].map((control) => `zoe@example.org${control}`),
  'Zoe <zoe@example.org>',
])('%j does not look like an address', (text) => {
  expect(isEmail(text)).toBe(false);
});

test('an address of 254 characters is taken, a longer one is not', () => {
  const domain = '@example.org';
  expect(isEmail('a'.repeat(254 - domain.length) + domain)).toBe(true);
  expect(isEmail('a'.repeat(255 - domain.length) + domain)).toBe(false);
});

// As long as an address may be. A pattern that goes back would not answer before the test's time-out.
test.each([
  ...['a'.repeat(254), `a@${'b.'.repeat(126)}`],
  ...[`${'a@'.repeat(126)}b`, `a@${'b.'.repeat(125)}c`],
])('a text made for backtracking is answered', (text) => {
  expect(isEmail(text)).toBe(false);
});
