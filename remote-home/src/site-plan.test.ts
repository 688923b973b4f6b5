import { expect, test } from '@jest/globals';
import { ageOf } from './site-plan.tsx';
import { fillIn } from './swap-button.tsx';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test('ages have the largest unit that fits, and are never in the future', () => {
  const ages = [-hour, hour - 1, hour, day - minute, day, 30 * day].map((ms) => ageOf(ms, 'en'));
  const words = 'this minute, 59 minutes ago, 1 hour ago, 23 hours ago, yesterday, 30 days ago';
  expect(ages.join(', ')).toBe(words);
});

test('what a swap took has the numbers of its language', () => {
  const swapped = { ms: 1234, bytes: 1_234_567, release: 'home@1', isLive: true };
  expect(fillIn('{ms} ms, {kB} kB', swapped, 'de')).toBe('1.234 ms, 1.234,6 kB');
});
