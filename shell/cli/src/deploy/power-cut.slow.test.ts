import { expect } from '@jest/globals';
import { findRelease, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { openStore } from '@portfolio/releases/store/store.ts';
import { mountSmallDisk } from '@portfolio/test-support/small-disk.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { deploySources } from './deploy-sources.ts';

testWith('mounts')('a release that was reported live survives a power cut', async () => {
  const disk = mountSmallDisk();
  const page = `export default () => '${'Oink! '.repeat(1000)}';`;
  const source = await tinySection({ 'src/page.tsx': page, 'resources/pig.svg': '<svg/>' });
  const place = (folder: string) => openStore({ DATA_DIR: folder });
  const written = await place(disk.folder);
  const release = await deploySources(written, { name: 'pig', source });
  await written.close();

  const store = await place(disk.cutPower());
  expect((await readLiveOf(store.database, 'pig')).ids).toEqual([release.id]);
  expect(await findRelease(store.database, release)).toEqual(release);
  expect((await store.releases.open(release)).compressed).toContain(release.entry);
  await store.close();
});
