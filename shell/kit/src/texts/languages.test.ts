import { expect, test } from '@jest/globals';
import { pickLanguage } from './languages.ts';

test.each([
  [['fr-FR', 'de-CH', 'en-GB'], 'de'],
  [['fr-FR', 'ja'], 'en'],
  // The tag only begins like an offered one.
  [['den', 'enm'], 'en'],
  [[], 'en'],
])('a browser that prefers %j gets %s', (preferred, language) => {
  localStorage.clear();
  expect(pickLanguage(preferred)).toBe(language);
});

test('the stored choice takes precedence over the browser, unless it is not offered', () => {
  localStorage.setItem('language', 'en');
  expect(pickLanguage(['de'])).toBe('en');
  localStorage.setItem('language', 'tlh');
  expect(pickLanguage(['de'])).toBe('de');
});

test('for one visit the address takes precedence over both, unless its language is not offered', () => {
  localStorage.setItem('language', 'de');
  history.replaceState(null, '', '?language=en');
  expect(pickLanguage(['de'])).toBe('en');
  expect(localStorage.getItem('language')).toBe('de');
  history.replaceState(null, '', '?language=tlh');
  expect(pickLanguage(['en'])).toBe('de');
});
