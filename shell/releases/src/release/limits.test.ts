import { expect, test } from '@jest/globals';
import { faultOfWeight } from './limits.ts';

test("a section's first scripts are bounded", () => {
  expect(faultOfWeight('blog', 50_000)).toBeUndefined();
  expect(faultOfWeight('blog', 50_001)).toContain('1 more than the 50,000 that blog may load');
});
