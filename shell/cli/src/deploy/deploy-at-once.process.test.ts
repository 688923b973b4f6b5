import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { listReleases, readLiveOf } from '@portfolio/releases/store/store.ts';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { emptyStoreSettings, openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';

test('teams that deploy into an empty store at once all get their release, even an equal one', async () => {
  const place = await emptyStoreSettings();
  const deploys = ['Pig', 'Hog', 'Pig'].map(async (title) => {
    const source = await tinySection({ 'locales/en.yaml': `pig: { title: ${title} }` });
    const { says } = await runCommand({ ...place }, ['deploy'], source);
    return /^pig@([0-9a-f]{12}) is live\.$/m.exec(says)?.[1];
  });
  const ids = await Promise.all(deploys);

  expect(ids[2]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(2);
  const store = await openTemporaryStore(place);
  const { ids: live } = await readLiveOf(store.database, 'pig');
  expect(live.toSorted()).toEqual([...new Set(ids)].sort());
  const listed = await listReleases(store, 'pig');
  expect(listed.map(({ id }) => id).sort()).toEqual(live.toSorted());
  expect(await readdir(path.join(store.dataDir, 'work')).catch(() => [])).toEqual([]);
});
