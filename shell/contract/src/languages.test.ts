import { expect, test } from '@jest/globals';
import { languageOfAddress, preferredLanguage } from './texts.ts';

const offered = ['de', 'en', 'pt-BR'] as const;

test.each([
  [['de'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['DE'], 'de'],
  [['fr', 'en', 'de'], 'en'],
  [['pt-br'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['pt-PT', 'de'], 'pt-BR'],
  [['fr', '*'], undefined],
  [[''], undefined],
  [[], undefined],
])('who prefers %j gets %s', (preferred, language) => {
  expect(preferredLanguage(preferred, offered)).toBe(language);
});

test('the very language that is preferred goes before another form of it', () => {
  expect(preferredLanguage(['pt-BR'], ['pt', 'pt-BR'])).toBe('pt-BR');
  expect(preferredLanguage(['pt-PT'], ['pt', 'pt-BR'])).toBe('pt');
});

test.each([
  ['?language=de', 'de'],
  ['?a=b&language=pt-BR', 'pt-BR'],
  ['?language=fr', undefined],
  ['?language=', undefined],
  ['', undefined],
])('an address with %j asks for %s', (query, language) => {
  expect(languageOfAddress(new URLSearchParams(query), offered)).toBe(language);
});
