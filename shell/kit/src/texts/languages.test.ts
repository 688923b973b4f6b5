import { expect, test } from '@jest/globals';
import { pickLanguage } from './languages.ts';

test.each([
  [['fr-FR', 'de-CH', 'en-GB'], 'de'],
  [['fr-FR', 'ja'], 'en'],
  // A language whose code only begins like one that is offered.
  [['den', 'enm'], 'en'],
  [[], 'en'],
])('a browser that prefers %j gets %s', (preferred, language) => {
  localStorage.clear();
  expect(pickLanguage(preferred)).toBe(language);
});

test('the stored choice beats the browser, unless it is not offered', () => {
  localStorage.setItem('language', 'en');
  expect(pickLanguage(['de'])).toBe('en');
  localStorage.setItem('language', 'tlh');
  expect(pickLanguage(['de'])).toBe('de');
});

test('the address beats both for this visit, unless it asks for what is not offered', () => {
  localStorage.setItem('language', 'de');
  history.replaceState(null, '', '?language=en');
  expect(pickLanguage(['de'])).toBe('en');
  expect(localStorage.getItem('language')).toBe('de');
  history.replaceState(null, '', '?language=tlh');
  expect(pickLanguage(['en'])).toBe('de');
});
