import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { median, replaceSection, toTable } from './markdown.ts';
import { parts, readOptions } from './options.ts';

test('all or the named parts are measured and kept; the short form keeps nothing', () => {
  expect(readOptions([])).toMatchObject({ parts, isKept: true });
  expect(readOptions(['api', 'bytes'])).toMatchObject({ parts: ['bytes', 'api'], isKept: true });
  expect(readOptions(['--short'])).toMatchObject({ parts, isKept: false });
  expect(() => readOptions(['pigs'])).toThrow(/pages\|bytes\|api …\] \[--short\]/);
});

test('every part that the README names exists', () => {
  const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
  const named = [...readme.matchAll(/^npm run bench -- (\w+)/gm)].map(([, part]) => part);
  expect(parts).toEqual(expect.arrayContaining(named));
});

test('a measurement replaces only its own section', () => {
  const report = '# Measured\n\n## A\n\n1\n\n## B\n\n2\n';
  expect(replaceSection(report, 'A', '3')).toBe('# Measured\n\n## A\n\n3\n\n## B\n\n2\n');
  expect(replaceSection(report, 'B', '3')).toBe('# Measured\n\n## A\n\n1\n\n## B\n\n3\n');
});

test('a table has names on the left and numbers on the right; the median of two is between them', () => {
  const rows = [
    ['page', 'kB'],
    ['/home', '1.5'],
  ];
  expect(toTable(rows)).toBe('| page  |  kB |\n| ----- | --: |\n| /home | 1.5 |');
  expect([median([10, 9, 100]), median([4, 1, 3, 2])]).toEqual([10, 2.5]);
});
