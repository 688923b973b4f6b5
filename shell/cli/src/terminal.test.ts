import { expect, test } from '@jest/globals';
import { toTable } from './terminal.ts';

test('a table is as wide as its longest cells, and plain where there is no terminal', () => {
  const columns = { name: (row: { name: string }) => row.name, is: () => 'live' };
  expect(toTable([{ name: 'home' }, { name: 'portfolio' }], columns)).toBe(
    'name       is\nhome       live\nportfolio  live',
  );
});
