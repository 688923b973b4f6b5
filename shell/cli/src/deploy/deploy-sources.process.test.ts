import { readdir } from 'node:fs/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { rollBack } from '@portfolio/releases/live/move-live.ts';
import { listReleases, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { workFolder } from '@portfolio/releases/store/work-folder.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { deploySources } from './deploy-sources.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

const deployPig = async (changed = {}, options: { name?: string; isUnasked?: true } = {}) =>
  deploySources(store, { name: 'pig', source: await tinySection(changed), ...options });

const live = async () => (await readLiveOf(store.database, 'pig')).ids;

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
  expect(await live()).toEqual([release.id]);
  expect((await listReleases(store, 'pig')).map(({ id }) => id)).toEqual([release.id]);
  expect(await readdir(workFolder(store))).toEqual([]);
});

test('a changed text makes another release, and the one before stays as its fallback', async () => {
  const first = await deployPig();
  const second = await deployPig({ 'locales/en.yaml': 'pig: { title: Hog }' });
  expect(second.entry).toBe(first.entry);
  expect(await live()).toEqual([second.id, first.id]);
  expect(await deployPig()).toEqual(first);
  expect(await live()).toEqual([first.id, second.id]);
});

test('what only looks like a text or a picture of the section is none', async () => {
  const { files } = await deployPig({
    'src/page.tsx': `import paths from 'dep';\nexport default () => <a href={paths} download="pig.pdf">PDF</a>;\n`,
    'node_modules/dep/package.json': '{ "name": "dep", "type": "module", "main": "dep.js" }',
    'node_modules/dep/dep.js':
      "export default ['pigs/of-the-library', 'of-the-library.svg'].join();",
    'resources/pigs/mud.svg': '<svg/>',
  });
  expect(Object.keys(files)).toContain('resources/pigs/mud.svg');
});

test.each(['@team/pig', 'Pig', ''])('%j is no name to deploy by', async (name) => {
  await expect(deployPig({}, { name })).rejects.toThrow(`"${name}" is no name for a section`);
});

test('only a deploy by name brings a rolled back release back', async () => {
  const first = await deployPig();
  const hog = { 'locales/en.yaml': 'pig: { title: Hog }' };
  const second = await deployPig(hog);
  await rollBack(store, 'pig');
  const stays = `pig@${second.id}, which these sources make, was rolled back and stays so.`;
  await expect(deployPig(hog, { isUnasked: true })).rejects.toThrow(stays);
  expect(await live()).toEqual([first.id]);
  await deployPig(hog);
  expect(await live()).toEqual([second.id, first.id]);
  // A release that was replaced, and not rolled back, may come back.
  await deployPig({}, { isUnasked: true });
  expect(await live()).toEqual([first.id, second.id]);
});
