import { expect, test } from '@jest/globals';
import { safeAddress } from './safe-address.ts';

test.each([
  'http://example.com',
  'https://example.com/a?b#c',
  'HTTPS://EXAMPLE.COM',
  'irc://irc.example.org/pigs',
  'ircs://irc.example.org/pigs',
  'mailto:pig@example.org',
  'xmpp:pig@example.org',
])('%j is a link', (address) => {
  expect(safeAddress(address)).toBe(address);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  'ftp://example.com',
  'tel:+49',
  'sms:+49',
  'view-source:https://example.com',
  '/home',
  'home',
  '#top',
  '//example.com',
  'https:',
  '',
])('%j is none', (address) => {
  expect(safeAddress(address)).toBeUndefined();
});

test('no address is no link', () => {
  expect(safeAddress(undefined)).toBeUndefined();
});
