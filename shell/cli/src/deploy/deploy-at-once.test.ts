import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { askCommandIn } from '@portfolio/test-support/ask-command.ts';
import { settingsOf, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';

test('teams that deploy at once, also the same, all get their release', async () => {
  const store = await temporaryStore();
  const titles = ['Pig', 'Hog', 'Sow', 'Pig'];
  const deploys = titles.map(async (title) => {
    const source = await tinySection({ 'locales/en.yaml': `pig: { title: ${title} }` });
    const { says } = await askCommandIn(
      source,
      { ...settingsOf(store) },
      'deploy',
      '--skip-browser',
    );
    return /^pig@([0-9a-f]{12}) is live\.$/m.exec(says)?.[1];
  });
  const ids = await Promise.all(deploys);

  expect(ids[3]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
  const pointer = await readPointer(store, 'pig');
  expect(pointer.toSorted()).toEqual([...new Set(ids)].sort());
  const entries = (await readdir(path.join(store.folder, 'pig'))).filter(
    (entry) => !entry.startsWith('.'),
  );
  expect(entries.sort()).toEqual([...pointer, 'live.json'].sort());
  expect(await readdir(path.join(store.folder, '.staging'))).toEqual([]);
});
