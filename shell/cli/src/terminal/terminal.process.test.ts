import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { formatAge, toTable, withoutControls } from './terminal.ts';

test('a table is as wide as its longest cells, and plain without a terminal', () => {
  const columns = { name: (row: { name: string }) => row.name, is: () => 'live' };
  expect(toTable([{ name: 'home' }, { name: 'portfolio' }], columns)).toBe(
    'name       is\nhome       live\nportfolio  live',
  );
});

test('untrusted text is printed without control characters and direction marks', () => {
  const columns = { from: (row: { from: string }) => row.from };
  expect(toTable([{ from: 'Ada\u202e\u001b[2J\u009b\u2066' }], columns)).toBe(
    'from\nAda\ufffd\ufffd[2J\ufffd\ufffd',
  );
  expect(withoutControls('a\u2028b\r')).toBe('a\ufffdb\ufffd');
});

test.each([
  [59_999, '< 1 min'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [90_000_000, '1 d'],
])('what was %i ms ago is %s old', (ms, age) => {
  jest.useFakeTimers({ now: ms });
  expect(formatAge(new Date(0))).toBe(age);
  jest.useRealTimers();
});

test('a closed pipe ends the help without an error', () => {
  const portfolio = path.join(import.meta.dirname, '../portfolio.ts');
  const { stderr } = spawnSync('sh', [
    '-c',
    '"$0" "$1" --help | true',
    process.execPath,
    portfolio,
  ]);
  expect(stderr.toString()).toBe('');
});
