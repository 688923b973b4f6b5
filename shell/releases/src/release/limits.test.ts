import { expect, test } from '@jest/globals';
import { faultOfWeight } from './limits.ts';

test('the refusal of first scripts that are too heavy says by how much, of what, and who can allow it', () => {
  expect(faultOfWeight('blog', 50_000, undefined)).toBeUndefined();
  expect(faultOfWeight('blog', 50_900, { scripts: 60_000 })).toBeUndefined();
  expect(faultOfWeight('blog', 50_900, undefined, ': shiki 40,000')).toBe(
    'Its first scripts have 50,900 bytes (brotli: shiki 40,000), 900 more than the 50,000 that blog may load with its page. Import less of it at first; or the owner allows more with: npm run keys -- allow blog --scripts 51000',
  );
});
