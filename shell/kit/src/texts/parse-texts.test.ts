import { expect, test } from '@jest/globals';
import { parseTexts } from './parse-texts.ts';

test('a document of translations becomes a tree', () => {
  expect(parseTexts('home:\n  title: "404: Ümläut"\n  text: |\n    a\n    b\n')).toEqual({
    home: { title: '404: Ümläut', text: 'a\nb\n' },
  });
});

test.each([
  ['words', 'just words'],
  ['a list', '- a\n- b'],
  ['nothing', 'null'],
  ['a number', '7'],
])('%s is no tree of keys, and is refused', (_kind, yaml) => {
  expect(() => parseTexts(yaml)).toThrow('The translation document is no tree of keys');
});

test.each([
  ['an empty answer', ''],
  ['broken YAML', 'a: b: c: ['],
  ['a type that makes code', 'a: !!js/function "function () {}"'],
  ['a key twice', 'a: 1\na: 2'],
])('%s is refused', (_kind, yaml) => {
  expect(() => parseTexts(yaml)).toThrow();
});

test('a document of half a million characters is read, a longer one is not', () => {
  const largest = `a: ${'x'.repeat(499_997)}`;
  expect(parseTexts(largest).a).toHaveLength(499_997);
  expect(() => parseTexts(`${largest}x`)).toThrow('More than 500000 characters');
});

test('a key named like a prototype changes none', () => {
  parseTexts('__proto__:\n  polluted: yes');
  expect({}).not.toHaveProperty('polluted');
});
