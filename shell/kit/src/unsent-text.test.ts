import { expect, test } from '@jest/globals';
import { hasUnsentText, setUnsentText } from './unsent-text.ts';

test('there is unsent text as long as one form holds some', () => {
  expect(hasUnsentText()).toBe(false);
  setUnsentText('contact', true);
  setUnsentText('contact', true);
  setUnsentText('guestbook', true);
  setUnsentText('contact', false);
  expect(hasUnsentText()).toBe(true);
  setUnsentText('guestbook', false);
  expect(hasUnsentText()).toBe(false);
});
