import { expect, test } from '@jest/globals';
import { releaseSchema } from './release.ts';

const page = {
  path: '/blog/first',
  title: { en: 'First' },
  description: { en: 'What it says' },
  date: '2026-11-23',
  tags: { en: ['pigs'] },
  minutes: { en: 3 },
};
const examine = (more: object) => releaseSchema.shape.pages.safeParse([{ ...page, ...more }]);

test('tags and reading time of a page are optional', () => {
  expect(examine({}).success).toBe(true);
  expect(examine({ date: undefined, tags: undefined, minutes: undefined }).success).toBe(true);
});

test.each([
  ['a tag of two lines', { tags: { en: ['a\nb'] } }],
  ['a tag that turns the words beside it', { tags: { en: ['\u202egip'] } }],
  ['an endless tag', { tags: { en: ['a'.repeat(41)] } }],
  ['an empty tag', { tags: { en: [''] } }],
  ['eleven tags', { tags: { en: Array(11).fill('a') } }],
  ['tags in what is no language', { tags: { '"><script>': ['a'] } }],
  ['no time at all', { minutes: { en: 0 } }],
  ['a time of ever so long', { minutes: { en: 1e9 } }],
  ['words for a time', { minutes: { en: '<b>' } }],
  ['a day that is none', { date: '2026-13-01' }],
])('%s is refused', (_what, more) => {
  expect(examine(more).success).toBe(false);
});
