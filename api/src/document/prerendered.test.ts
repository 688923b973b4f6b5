import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { defaultPage } from '@portfolio/contract/pages.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { keepPages } from '@portfolio/releases/store/prerendered-pages.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { cachePages, layoutOf } from './prerendered.ts';

test('a page that follows its release is found a second later, and then cached', async () => {
  const store = await temporaryStore();
  const release = await addRelease(store, 'home', sectionFiles('home', 'Home'));
  const set = {
    shell: { name: 'shell', id: '0123456789ab' },
    sections: { home: [release] },
    pages: [],
    texts: new Map(),
  } as unknown as LiveSet;
  const pageOf = cachePages(store);
  const home = { ...defaultPage('home'), section: 'home' };
  expect(pageOf(set, home, 'en')).toBeUndefined();
  const pages = new Map([['en', { html: '<p>Home</p>', css: '', stylesVersion: '6.0.0' }]]);
  await keepPages(store, { ...release, layout: layoutOf(set) }, pages);
  await wait(1100);
  expect(pageOf(set, home, 'en')).toMatchObject({
    html: '<p>Home</p>',
    madeOf: `home@${release.id}`,
  });
  expect(pageOf(set, home, 'en')).toBe(pageOf(set, home, 'en'));
});
