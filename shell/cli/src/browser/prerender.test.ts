import { writeFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { pointerFile } from '@portfolio/releases/live/pointer.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { missingPages } from './prerender.ts';

test('a broken pointer of one section is told, and the pages of all sections are found', async () => {
  const store = await temporaryStore();
  await laySmallSite(store);
  const releases = followLiveReleases(store, createLog('silent'));
  const set = await releases.fresh();
  if (!set) throw new Error('Nothing is live.');
  const missing = async () => {
    const said: string[] = [];
    const warn = (line: string) => said.push(line);
    const found = await missingPages(store, releases.find, { set, release: undefined, warn });
    return { said, found: found.map(({ release: { name, id } }) => `${name}@${id}`).sort() };
  };
  const whole = await missing();
  expect(whole.said).toEqual([]);
  await writeFile(pointerFile(store, 'games'), '{');
  expect(await missing()).toEqual({
    said: [expect.stringMatching(/^games: live\.json is no list of ids of releases\./)],
    found: whole.found,
  });
  expect(whole.found).toContain(`games@${set.sections.games?.[0]?.id}`);
});
