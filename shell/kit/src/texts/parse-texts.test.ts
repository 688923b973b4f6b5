import { expect, test } from '@jest/globals';
import { parseTexts } from './parse-texts.ts';

test.each([
  ['as people write it', 'home:\n  title: "404: Ümläut"\n  text: |\n    a\n    b\n'],
  ['as the site sends it', '{"home": {"title": "404: Ümläut", "text": "a\\nb\\n"}}'],
])('a document of translations, %s, becomes a tree', async (_how, yaml) => {
  expect(await parseTexts(yaml)).toEqual({ home: { title: '404: Ümläut', text: 'a\nb\n' } });
});

test.each([
  ['words', 'just words'],
  ['a list', '- a\n- b'],
  ['a list as JSON', '["a"]'],
  ['nothing', 'null'],
  ['a number', '7'],
])('%s is no tree of keys, and is refused', async (_kind, yaml) => {
  await expect(parseTexts(yaml)).rejects.toThrow('The translation document is no tree of keys');
});

test.each([
  ['an empty answer', ''],
  ['broken YAML', 'a: b: c: ['],
  ['a type that makes code', 'a: !!js/function "function () {}"'],
  ['a key twice', 'a: 1\na: 2'],
])('%s is refused', async (_kind, yaml) => {
  await expect(parseTexts(yaml)).rejects.toThrow();
});

test('a document of half a million characters is read, a longer one is not', async () => {
  const largest = `a: ${'x'.repeat(499_997)}`;
  expect((await parseTexts(largest)).a).toHaveLength(499_997);
  await expect(parseTexts(`${largest}x`)).rejects.toThrow('More than 500000 characters');
});

test('a key named like a prototype changes none', async () => {
  await parseTexts('__proto__:\n  polluted: yes');
  await parseTexts('{"__proto__": {"polluted": "yes"}}');
  expect({}).not.toHaveProperty('polluted');
});
