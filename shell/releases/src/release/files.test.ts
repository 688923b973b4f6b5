import { expect, test } from '@jest/globals';
import { languageOf, parseTextsDocument, readTexts } from './files.ts';

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

test('deep texts, and words that look like a key, are read', () => {
  for (const text of [deep(10), `a: '"__proto__": b'`])
    expect(parseTextsDocument(text, 'x')).toBeTruthy();
});

test.each([
  ['a list', '- a', 'cannot be read: expected texts below keys'],
  ['nothing', '', 'cannot be read: '],
  ['broken YAML', 'a: b: c', 'cannot be read: '],
  ['an alias', 'a: &x 1\nb: *x', 'cannot be read: '],
  ['a pit of brackets', deep(20), 'cannot be read: '],
  ['too long a text', `a: ${'x'.repeat(32_768)}`, 'is larger than 32768 bytes'],
])('a file with %s is refused by its name', (_what, text, fault) => {
  expect(() => parseTextsDocument(text, 'locales/en.yaml')).toThrow(`locales/en.yaml ${fault}`);
});

function read(files: readonly string[], text: string) {
  const content = Buffer.from(text);
  const ref = { bytes: content.length, integrity: '' };
  const release = { files: Object.fromEntries(files.map((file) => [file, ref])) };
  return readTexts(release, async () => content);
}
const languages = [...'abcdefghijklmnopqrstuvwxy'].map((letter) => `locales/a${letter}.yaml`);

test('a broken language is named, and what is no language is not read', async () => {
  expect(await read(['locales/en.yaml', 'main.mjs'], '- a')).toEqual({
    texts: {},
    faults: [expect.stringMatching(/^locales\/en\.yaml cannot be read/)],
  });
  expect((await read(languages.slice(1), 'a: b')).faults).toEqual([]);
});

test('too many languages are refused before one is read', async () => {
  expect(await read(languages, 'a: b')).toEqual({
    texts: {},
    faults: ['it has texts in more than 24 languages'],
  });
});
