import { expect, test } from '@jest/globals';
import { faultOfWeight, faultsOfNames } from './limits.ts';

const faults = (...files: string[]) =>
  faultsOfNames(Object.fromEntries(files.map((file) => [file, { bytes: 0, integrity: '' }])));

test('files that can lie together anywhere have no fault', () => {
  expect(faults('main.mjs', 'locales/en.yaml', 'resources/console.svg', 'a/b/c.svg')).toEqual([]);
});

test.each([
  [['con'], 'con is the name of a device on Windows.'],
  [['resources/NUL.svg'], 'resources/NUL.svg is the name of a device on Windows.'],
  [['lpt1/a.svg'], 'lpt1/a.svg is the name of a device on Windows.'],
  [['a', 'a/b'], 'a is a file, and a/b would lie in it.'],
  [['a.svg', 'A.svg'], 'A.svg and a.svg are one file on many machines.'],
  [['A', 'a/b'], 'A is a file, and a/b would lie in it.'],
])('%j have one', (files, sentence) => {
  expect(faults(...files)).toEqual([sentence]);
});

test('a section whose first scripts are too heavy is told by how much, of what, and who can allow it', () => {
  expect(faultOfWeight('blog', 50_000, undefined)).toBeUndefined();
  expect(faultOfWeight('blog', 50_900, { scripts: 60_000 })).toBeUndefined();
  expect(faultOfWeight('blog', 50_900, undefined, ': shiki 40,000')).toBe(
    'Its first scripts have 50,900 bytes (brotli: shiki 40,000), 900 more than the 50,000 that blog may load with its page. Import less of it at first; or the owner allows more with: npm run keys -- allow blog --scripts 51000',
  );
});
