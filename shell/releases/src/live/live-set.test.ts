import { beforeEach, expect, test } from '@jest/globals';
import { defaultPage } from '@portfolio/contract/pages.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import type { Store } from '../store/store.ts';
import { readLiveSet } from './live-releases.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
  await laySmallSite(store);
});

test("a page stands neither in nor below another section's place", async () => {
  const page = { ...defaultPage('games'), path: '/home/news', order: 0 };
  await layRelease(store, 'games', sectionFiles('games', 'x'), { page });
  const set = await readLiveSet(store);
  expect(set?.pages.map(({ path }) => path)).toEqual(['/home']);
  expect(set?.faults).toEqual([{ of: 'games', reason: 'another section is at /home' }]);
});

test('no section says anything in the name of another, or of the shell', async () => {
  const yaml =
    'games: { title: Mine }\nhome: { title: X }\nsite: { title: X }\nhints: { loading: X }';
  await layRelease(store, 'games', { ...sectionFiles('games', 'x'), 'locales/en.yaml': yaml });
  const set = await readLiveSet(store);
  expect(Object.keys(set?.sections.games?.[0]?.texts.en ?? {})).toEqual(['games']);
  expect(set?.texts.get('en')).toMatchObject({
    games: { title: 'Mine' },
    home: { document: { title: 'Home en' } },
    site: { title: 'Pigs & "Gems"' },
  });
  expect(set?.texts.get('en')).not.toHaveProperty('hints');
});

test.each([
  ['long', 'x'.repeat(61)],
  ['of two lines', 'a\u2028b'],
  ['one that turns the line', 'a\u202eb'],
])('no name in the navigation is %s', async (_what, name) => {
  const text = JSON.stringify({ games: { document: { title: name } } });
  const files = { ...sectionFiles('games', 'x'), 'locales/de.yaml': text };
  await layRelease(store, 'games', files);
  const set = await readLiveSet(store);
  expect(set?.pages.map(({ section }) => section)).toEqual(['home']);
  expect(set?.faults[0]?.reason).toMatch(/its name in the navigation/);
});
