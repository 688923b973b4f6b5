import { expect, test } from '@jest/globals';
import { BrokenFileError, languageOf, parseTextsDocument, readTexts } from './files.ts';

test.each([
  ['locales/en.yaml', 'en'],
  ['locales/pt-BR.yaml', 'pt-BR'],
  ['locales/EN.yaml', undefined],
  ['locales/en.yml', undefined],
  ['locales/deep/en.yaml', undefined],
  ['locales/english.yaml', undefined],
  ['locales/en-abcd-abcd-abcd.yaml', undefined],
])('%s has the texts of %s', (file, language) => {
  expect(languageOf(file)).toBe(language);
});

const deep = (levels: number) => `${'{a: '.repeat(levels)}x${'}'.repeat(levels)}`;
const tooLong = 'is larger than 32768 bytes: long texts are Markdown files in posts/, a page each';
const long = (length: number) => `a: ${'x'.repeat(length - 3)}`;

test('deep and long texts, and words that look like a key, are read', () => {
  for (const text of [deep(10), long(32_768), `a: '"__proto__": b'`])
    expect(parseTextsDocument(text, 'x')).toBeTruthy();
});

test.each([
  ['nothing', '', 'cannot be read: expected a document, but the input is empty'],
  ['broken YAML', 'a: b: c', 'cannot be read: bad indentation of a mapping entry (1:5)'],
  ['an alias', 'a: &x 1\nb: *x', 'cannot be read: aliases exceeded maxAliases (0) (2:5)'],
  ['a pit of brackets', deep(11), 'cannot be read: nesting exceeded maxDepth (12) (1:42)'],
  ['too long a text', long(32_769), tooLong],
])('a file with %s is refused by its name', (_what, text, fault) => {
  const sentence = `locales/en.yaml ${fault}`;
  expect(() => parseTextsDocument(text, 'locales/en.yaml')).toThrow(new BrokenFileError(sentence));
});

function read(files: readonly string[], text: string) {
  const content = Buffer.from(text);
  const ref = { bytes: content.length, integrity: '' };
  const release = { files: Object.fromEntries(files.map((file) => [file, ref])) };
  return readTexts(release, async () => content);
}
const languages = [...'abcdefghijklmnopqrstuvwxy'].map((letter) => `locales/a${letter}.yaml`);

test('a broken language is named, what is no language is not read, and nothing of too many', async () => {
  const fault = 'locales/en.yaml cannot be read: expected texts below keys, such as "title: Hello"';
  const broken = await read(['locales/en.yaml', 'main.mjs'], '- a');
  expect(broken).toEqual({ texts: {}, faults: [fault] });
  expect((await read(languages.slice(1), 'a: b')).faults).toEqual([]);
  const faults = ['it has texts in more than 24 languages'];
  expect(await read(languages, 'a: b')).toEqual({ texts: {}, faults });
});
