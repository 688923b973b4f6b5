import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { allPages as pages, parts, readOptions } from './options.ts';

test('without a word everything is measured, on every page, and kept', () => {
  expect(readOptions([])).toMatchObject({ parts, pages, isThorough: true });
});

test.each(['--runs 1', '--short', '--short --runs 99'])(
  'what %s leaves out never replaces what is kept',
  (words) => {
    expect(readOptions(words.split(' ')).isThorough).toBe(false);
  },
);

test.each(parts)('%s alone is kept: what is known of the other parts stays', (part) => {
  expect(readOptions([part])).toMatchObject({ parts: [part], isThorough: true });
});

test('more runs are kept too', () => {
  expect(readOptions(['--runs', '99'])).toMatchObject({ runs: 99, isThorough: true });
});

test('the short form does everything once, on one page', () => {
  const { parts: _, pages: few, isThorough, ...counts } = readOptions(['--short']);
  expect(few).toHaveLength(1);
  expect(new Set(Object.values(counts))).toEqual(new Set([1]));
});

test('a word chooses a part, in the order of the report', () => {
  expect(readOptions(['api', 'bytes']).parts).toEqual(['bytes', 'api']);
});

test.each([
  [['--runs', '0'], '"0" is no number of runs. For example: --runs 3'],
  [['--runs', 'x'], '"x" is no number of runs. For example: --runs 3'],
  [['--runs', ''], '"" is no number of runs. For example: --runs 3'],
  [['--runs', '1.5'], '"1.5" is no number of runs. For example: --runs 3'],
  [['--runs=-1'], '"-1" is no number of runs. For example: --runs 3'],
  [['pigs'], 'There is no "pigs" to measure. Choose of: pages, bytes, api.'],
  [['toString'], 'There is no "toString" to measure. Choose of: pages, bytes, api.'],
  [['--run', '3'], /^Unknown option '--run'\. The options are --runs 3 and --short\.$/],
  [['--runs'], /^Option '--runs <value>' argument missing\. The options are /],
])('%j is answered with what to do', (args, said) => {
  expect(() => readOptions(args)).toThrow(said);
});

test('the parts the README names are there', () => {
  const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
  const named = [...readme.matchAll(/^npm run bench -- (\w+)/gm)].map(([, part]) => part);
  expect(named.length).toBeGreaterThan(1);
  expect(parts).toEqual(expect.arrayContaining(named));
});
