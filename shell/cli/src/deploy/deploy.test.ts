import { lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { rollBack } from '@portfolio/releases/live/move-pointer.ts';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { integrityOf } from '@portfolio/releases/release/fingerprint.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import { releaseFolder, type Store, storeIn } from '@portfolio/releases/store/store.ts';
import { mountSmallDisk } from '@portfolio/test-support/small-disk.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { openInspection } from '../browser/inspection.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { deploy } from './deploy.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

/** A deploy without a browser. */
const deployAs = async (into: Store, name: string, source: Promise<string>, options = {}) => {
  const inspection = openInspection(into, { linkTo: () => '', say() {}, isSkipped: true });
  return deploy(into, { name, source: await source, inspection, ...options });
};

const deployPig = (changed = {}, options: { isPreview?: true; isUnasked?: true } = {}) =>
  deployAs(store, 'pig', tinySection(changed), options);

/** What can be seen of a store; the folder for work in progress has to be empty. */
async function contents(): Promise<string[]> {
  const entries = await readdir(path.join(store.folder, 'pig')).catch(() => []);
  const staged = await readdir(path.join(store.folder, '.staging')).catch(() => []);
  return [...entries.filter((entry) => !entry.startsWith('.')), ...staged].sort();
}

test('a section is built, fingerprinted and live', async () => {
  const release = await deployPig();
  expect(release).toMatchObject({
    name: 'pig',
    commit: '',
    entry: expect.stringMatching(/^remoteEntry\.[0-9a-f]{8}\.mjs$/),
    requires: { react: '^19.3.0', '@portfolio/kit': '^1.1.0' },
    page: { path: '/pig', order: 100, label: 'pig.title', icon: 'panel-top' },
  });
  const scripts = Object.keys(release.files).filter((file) => file.endsWith('.mjs'));
  expect(scripts).toEqual([release.entry]);
  expect(await readPointer(store, 'pig')).toEqual([release.id]);
  expect(await contents()).toEqual([release.id, 'live.json'].sort());
});

test('a link that a team puts into the place of its release in progress leads no build anywhere', async () => {
  using theirs = temporaryFolder('others');
  const others = theirs.folder;
  await writeFile(path.join(others, 'theirs.mjs'), 'theirs');
  const work = path.join(store.folder, 'pig/.staging');
  await mkdir(work, { recursive: true });
  let isOver = false;
  const exchange = async () => {
    while (!isOver) {
      for (const entry of await readdir(work)) {
        const place = path.join(work, entry);
        if (!(await lstat(place).catch(() => undefined))?.isDirectory()) continue;
        await rename(place, `${others}/${entry}`);
        await symlink(others, place).catch(() => {});
      }
      await turn();
    }
  };
  const exchanging = exchange();
  await deployPig().catch(() => {});
  isOver = true;
  await exchanging;
  expect(await readdir(others)).toEqual(['theirs.mjs']);
});

test('a changed text is another release; the one before stays to fall back to', async () => {
  const first = await deployPig();
  const second = await deployPig({ 'locales/en.yaml': 'pig: { title: Hog }' });
  expect(second.entry).toBe(first.entry);
  expect(await readPointer(store, 'pig')).toEqual([second.id, first.id]);
  // The same content is the same release, from whatever folder and whenever.
  for (let times = 0; times < 2; times += 1) expect(await deployPig()).toEqual(first);
  expect(await readPointer(store, 'pig')).toEqual([first.id, second.id]);
});

test('a section that asks the shell for nothing in particular may say so by saying nothing', async () => {
  const manifest = { name: '@team/remote-pig', page: { label: 'pig.title' } };
  const release = await deployPig({ 'package.json': JSON.stringify(manifest) });
  expect(release.requires).toEqual({});
});

test.each(['@team/pig', 'Pig', ''])('%j is no name to deploy by', async (name) => {
  const refused = deployAs(store, name, tinySection());
  await expect(refused).rejects.toThrow(`"${name}" is no name for a section`);
});

test('a release that was rolled back comes back by its name only', async () => {
  const first = await deployPig();
  const hog = { 'locales/en.yaml': 'pig: { title: Hog }' };
  const second = await deployPig(hog);
  await rollBack(store, 'pig');
  const stays = `pig@${second.id}, which these sources make, was rolled back and stays so.`;
  await expect(deployPig(hog, { isUnasked: true })).rejects.toThrow(stays);
  expect(await readPointer(store, 'pig')).toEqual([first.id]);
  await deployPig(hog);
  expect(await readPointer(store, 'pig')).toEqual([second.id, first.id]);
  // One that was replaced, and not rolled back, may come back.
  await deployPig({}, { isUnasked: true });
  expect(await readPointer(store, 'pig')).toEqual([first.id, second.id]);
});

const disk = mountSmallDisk();

(disk ? test : test.skip)('a release that was said to be live survives a power cut', async () => {
  const page = `export default () => '${'Oink! '.repeat(1000)}';`;
  const source = tinySection({ 'src/page.tsx': page, 'resources/pig.svg': '<svg/>' });
  const release = await deployAs(storeIn(disk?.folder ?? ''), 'pig', source);

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
