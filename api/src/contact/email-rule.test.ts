import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { isEmail } from './email-rule.ts';

test.each([
  'zoe@example.org',
  'a@b.co',
  "o'brien+site@mail.example.co.uk",
  'müller@bücher.example',
  'a@b.xn--p1ai',
  'a@b.c1',
])('%s looks like an address', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  '',
  'zoe',
  'zoe@',
  '@example.org',
  'zoe@example',
  'zoe@example.c',
  'zoe@.org',
  'zoe@example..org',
  'zoe@example.org.',
  'zoe @example.org',
  ' zoe@example.org',
  'zoe@exa mple.org',
  'zoe@x@example.org',
  'zoe@example.org\nBcc: all@example.org',
  'zoe\u0000@example.org',
  'zoe,eve@example.org',
  '<zoe@example.org>',
])('%j does not look like an address', (text) => {
  expect(isEmail(text)).toBe(false);
});

test('an address of 254 characters is taken, a longer one is not', () => {
  const domain = '@example.org';
  expect(isEmail('a'.repeat(254 - domain.length) + domain)).toBe(true);
  expect(isEmail('a'.repeat(255 - domain.length) + domain)).toBe(false);
});

// As long as an address may be, so that they reach the pattern, and without a last part that fits.
test.each([
  'a'.repeat(254),
  `a@${'b.'.repeat(126)}`,
  `${'a@'.repeat(126)}b`,
  `a@${'b.'.repeat(125)}c`,
])('a text made to keep a pattern busy is answered at once', (text) => {
  const start = performance.now();
  expect(isEmail(text)).toBe(false);
  expect(performance.now() - start).toBeLessThan(100);
});

const here = path.join(import.meta.dirname, 'email-rule.ts');
const form = path.join(import.meta.dirname, '../../../remote-contact/src/email-rule.ts');

/** The lines that are the rule: its constants, and how they are put together. */
function ruleIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const lines = source.match(/^(export )?const .*;$|^ {2}return text\.length.*;$/gm) ?? [];
  return lines.map((line) => line.replace('export ', ''));
}

// The site may be run without the section.
(existsSync(form) ? test : test.skip)('the form has the very same rule', () => {
  expect(ruleIn(here)).toHaveLength(4);
  expect(ruleIn(form)).toEqual(ruleIn(here));
});
