import { expect, test } from '@jest/globals';
import { inDocumentOrder, lookUp, preferredLanguage, writingDirection } from './texts.ts';

const tree = { home: { title: 'Pig', count: 3, list: ['Pig'], empty: '' } };

test.each([
  ['home.title', 'Pig'],
  ['home.empty', ''],
  ['home', 'home'],
  ['home.count', 'home.count'],
  ['home.list', 'home.list'],
  ['home.title.length', 'home.title.length'],
  ['home.nothing', 'home.nothing'],
  ['constructor.name', 'constructor.name'],
  ['home.__proto__', 'home.__proto__'],
  ['', ''],
])('at %j is %j', (path, text) => {
  expect(lookUp(tree, path)).toBe(text);
  expect(lookUp(undefined, path)).toBe(path);
});

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
])('a visitor who prefers %j gets %s', (preferred, language) => {
  expect(preferredLanguage(preferred, offered)).toBe(language);
});

test('the exact language takes precedence over another form of it', () => {
  expect(preferredLanguage(['pt-BR'], ['pt', 'pt-BR'])).toBe('pt-BR');
  expect(preferredLanguage(['pt-PT'], ['pt', 'pt-BR'])).toBe('pt');
});

test('a language is written as its letters are, wherever it is spoken', () => {
  const leftwards = ['ar-EG', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'];
  expect(leftwards.filter((language) => writingDirection(language) !== 'rtl')).toEqual([]);
  expect([writingDirection('de'), inDocumentOrder(['de', 'en'])]).toEqual(['ltr', ['en', 'de']]);
});
