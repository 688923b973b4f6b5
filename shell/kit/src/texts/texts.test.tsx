import { beforeAll, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { startWithTexts } from '../testing/index.ts';
import { Text } from './text.tsx';
import { parseTexts, useText } from './texts.ts';

beforeAll(() =>
  startWithTexts(`
header:
  links: { home: Home }
  empty: ''
  counted: '{count} pigs, {missing}, <b>{{name}}&amp;</b> and {toString}'
  written: 'A {{name}}, $t(header.links.home) and <b>&amp;</b>'
  plural_one: one
  'a.b': with a dot in its key
'a:b': with a colon
'header.direct': a whole path as a key
`),
);

const Shown = ({ path }: { path: string }) => useText()(path);
const look = (path: string) => render(<Shown path={path} />).container.textContent;

const paths = ['header.links', 'header.direct', 'header.a.b', 'header.plural', 'header:links.home'];
test.each([
  ['header.links.home', 'Home'],
  ['a:b', 'with a colon'],
  ['header.empty', ''],
  ['header.written', 'A {{name}}, $t(header.links.home) and <b>&amp;</b>'],
  ...paths.map((path) => [path, path]),
])('at the path %s is the text "%s", and i18next finds no other', (path, words) => {
  expect(look(path)).toBe(words);
});

test('only values that a component passes are inserted into a text', () => {
  const values = { count: 'four', other: 'x' };
  const { container } = render(<Text path="header.counted" values={values} />);
  expect(container.textContent).toBe('four pigs, {missing}, <b>{{name}}&amp;</b> and {toString}');
});

test.each([
  ['as people write it', 'home:\n  title: "404: Ümläut"\n  text: |\n    a\n    b\n'],
  ['as the site sends it', '{"home": {"title": "404: Ümläut", "text": "a\\nb\\n"}}'],
])('a translation document, %s, becomes a tree', async (_how, yaml) => {
  expect(await parseTexts(yaml)).toEqual({ home: { title: '404: Ümläut', text: 'a\nb\n' } });
});

test.each([
  ['words', 'just words', 'The translation document is no tree of keys'],
  ['a list', '- a\n- b', 'is no tree of keys'],
  ['a list as JSON', '["a"]', 'is no tree of keys'],
  ['a number', '7', 'is no tree of keys'],
  ['nothing', 'null', 'is no tree of keys'],
  ['an empty answer', '', ''],
  ['broken YAML', 'a: b: c: [', 'bad indentation'],
  ['a type that makes code', 'a: !!js/function "function () {}"', 'js/function'],
  ['a key twice', 'a: 1\na: 2', 'duplicated'],
])('%s is refused', async (_kind, yaml, sentence) => {
  await expect(parseTexts(yaml)).rejects.toThrow(sentence);
});

test('a key named like a prototype changes no prototype', async () => {
  await parseTexts('__proto__:\n  polluted: yes');
  await parseTexts('{"__proto__": {"polluted": "yes"}}');
  expect({}).not.toHaveProperty('polluted');
});
