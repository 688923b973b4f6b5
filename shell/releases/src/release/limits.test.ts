import { expect, test } from '@jest/globals';
import { faultOfWeight } from './limits.ts';

test('the refusal of first scripts that are too heavy says by how much, and who can allow it', () => {
  expect(faultOfWeight('blog', 50_000, undefined)).toBeUndefined();
  expect(faultOfWeight('blog', 50_900, { scripts: 60_000 })).toBeUndefined();
  expect(faultOfWeight('blog', 50_900, undefined)).toBe(
    'Its first scripts have 50,900 bytes (brotli), 900 more than the 50,000 that blog may load with its page. Import less of it at first; or the owner allows more with: npx portfolio keys allow blog --scripts 51000',
  );
});
