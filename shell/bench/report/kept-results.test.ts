import { expect, test } from '@jest/globals';
import { keepResults } from './kept-results.ts';

test('what was measured takes the place of what was known of it, and of nothing else', () => {
  const first = keepResults(
    '',
    new Map([['api', 'fast'] as const, ['pages', 'old\n\n### Second'] as const]),
  );
  expect(first).toBe(
    '# What was measured\n\n## Visits\n\nold\n\n### Second\n\n## The API\n\nfast\n',
  );
  expect(keepResults(first, new Map([['pages', 'new'] as const]))).toBe(
    '# What was measured\n\n## Visits\n\nnew\n\n## The API\n\nfast\n',
  );
});
