import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from '@jest/globals';
import { contentFile } from '@portfolio/releases/contents/contents.ts';
import { hashName, integrityOf } from '@portfolio/releases/contents/integrity.ts';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { faultsOfFiles } from '@portfolio/releases/store/find-faults.ts';
import { findRelease, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { mountSmallDisk } from '@portfolio/test-support/small-disk.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { deploySources } from './deploy-sources.ts';

testWith('mounts')('a release that was reported live survives a power cut', async () => {
  const disk = mountSmallDisk();
  const page = `export default () => '${'Oink! '.repeat(1000)}';`;
  const source = await tinySection({ 'src/page.tsx': page, 'resources/pig.svg': '<svg/>' });
  const place = (folder: string) => openStore({ DATA_DIR: folder }, { info() {}, error() {} });
  const written = await place(disk.folder);
  const release = await deploySources(written, { name: 'pig', source });
  await written.close();

  const store = await place(disk.cutPower());
  expect(readLiveOf(store, 'pig').ids).toEqual([release.id]);
  expect(findRelease(store, release)).toEqual(release);
  expect(await faultsOfFiles(store, release)).toEqual([]);
  const { integrity = '' } = release.files[release.entry] ?? {};
  const compressed = await readFile(contentFile(store, hashName({ integrity }), 'br'));
  expect(integrityOf(brotliDecompressSync(compressed))).toBe(integrity);
  await store.close();
});
