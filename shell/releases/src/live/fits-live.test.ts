import { expect, test } from '@jest/globals';
import { defaultPage } from '@portfolio/contract/pages.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { checkFitsLive } from './fits-live.ts';

test.each([
  ['/api/x', 'the site answers what begins with /api'],
  ['//evil.example', 'a path is like /blog'],
  ['/"><b>', 'a path is like /blog'],
])('a page at %s is refused when it is published', async (path, reason) => {
  const store = await temporaryStore();
  await laySmallSite(store);
  const page = { ...defaultPage('art'), path };
  const faults = await checkFitsLive(store, { name: 'art', requires: {}, page }, {});
  expect(faults).toContainEqual(expect.stringContaining(reason));
});
