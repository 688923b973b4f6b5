import { beforeEach, expect, test } from '@jest/globals';
import { defaultPage } from '@portfolio/contract/pages.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import type { Store } from '../store/store.ts';
import { readLiveSet } from './follow-live-releases.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
  await addSmallSite(store);
});

test('of two pages at one path that of the section that is called so stays', async () => {
  const page = { ...defaultPage('games'), path: '/home', order: 0 };
  await addRelease(store, 'games', sectionFiles('games', 'x'), { page });
  const set = await readLiveSet(store);
  expect(set?.pages.map(({ section }) => section)).toEqual(['home']);
  expect(set?.faults).toEqual([{ of: 'games', reason: 'another section is at /home' }]);
});

test('no section says anything in the name of another, or of the shell', async () => {
  const yaml =
    'games: { title: Mine }\nhome: { title: X }\nsite: { title: X }\nhints: { loading: X }';
  await addRelease(store, 'games', { ...sectionFiles('games', 'x'), 'locales/en.yaml': yaml });
  const set = await readLiveSet(store);
  expect(Object.keys(set?.sections.games?.[0]?.texts.en ?? {})).toEqual(['games']);
  expect(set?.texts.get('en')).toMatchObject({
    games: { title: 'Mine' },
    home: { document: { title: 'Home en' } },
    site: { title: 'Pigs & "Gems"' },
  });
  expect(set?.texts.get('en')).not.toHaveProperty('hints');
});
