import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { integrityOf } from '@portfolio/releases/release/fingerprint.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import { releaseFolder, storeIn } from '@portfolio/releases/store/store.ts';
import { mountSmallDisk } from '@portfolio/test-support/small-disk.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { skipInspection } from '../browser/inspection.ts';
import { deploy } from './deploy.ts';

const disk = mountSmallDisk();

(disk ? test : test.skip)('a release that was said to be live survives a power cut', async () => {
  const page = `export default () => '${'Oink! '.repeat(1000)}';`;
  const source = await tinySection({ 'src/page.tsx': page, 'resources/pig.svg': '<svg/>' });
  const release = await deploy(storeIn(disk?.folder ?? ''), {
    name: 'pig',
    source,
    inspection: skipInspection(),
  });

  const store = storeIn(disk?.cutPower() ?? '');
  expect(await readPointer(store, 'pig')).toEqual([release.id]);
  expect(await readRelease(store, 'pig', release.id)).toEqual(release);
  const read = (file: string) => readFile(path.join(releaseFolder(store, 'pig', release.id), file));
  for (const [file, { integrity }] of Object.entries(release.files))
    expect(integrityOf(await read(file))).toBe(integrity);
  const compressed = await read(`${release.entry}.br`);
  expect(integrityOf(brotliDecompressSync(compressed))).toBe(
    release.files[release.entry]?.integrity,
  );
});
