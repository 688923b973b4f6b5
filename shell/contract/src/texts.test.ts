import { expect, test } from '@jest/globals';
import { lookUp, preferredLanguage, writingDirection } from './texts.ts';

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
});

test('without any texts a path is its own text', () => {
  expect(lookUp(undefined, 'home.title')).toBe('home.title');
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

test('Hebrew is written from right to left, wherever it is spoken, and German is not', () => {
  expect(['he', 'ar-EG', 'de', 'en'].map(writingDirection)).toEqual(['rtl', 'rtl', 'ltr', 'ltr']);
});
