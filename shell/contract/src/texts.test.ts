import { expect, test } from '@jest/globals';
import { lookUp } from './texts.ts';

const tree = { home: { title: 'Pig', count: 3, empty: '' } };

test.each([
  ['home.title', 'Pig'],
  ['home.empty', ''],
  ['home', 'home'],
  ['home.count', 'home.count'],
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
