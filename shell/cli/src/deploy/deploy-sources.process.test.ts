import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { rollBack } from '@portfolio/releases/live/change-live.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import { listReleases, readLiveOf } from '@portfolio/releases/store/store.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import sharp from 'sharp';
import { deploySources, type SourcesToDeploy } from './deploy-sources.ts';

const store = await temporaryStore();
const provides = { react: '19.3.1', '@portfolio/kit': '1.1.0' };
await addRelease(store, 'shell', shellFiles, { provides });

type Changed = Parameters<typeof tinySection>[0];
const deployPig = async (changed?: Changed, options?: Partial<SourcesToDeploy>) =>
  deploySources(store, { name: 'pig', source: await tinySection(changed), ...options });

const list = () => listReleases(store, 'pig');

test('a section is built, fingerprinted and live; rolled back it comes back only by its name', async () => {
  const wide = sharp({ create: { width: 1600, height: 1, channels: 3, background: 'red' } });
  const pictures = { 'resources/mud.png': await wide.png().toBuffer() };
  const release = await deployPig({ ...pictures, 'resources/pigs/mud.js': 'const is  = 1;\n' });
  const { entry, id } = release;
  expect(entry).toMatch(/^remoteEntry\.[0-9a-f]{8}\.mjs$/);
  expect(release).toMatchObject({
    name: 'pig',
    commit: '',
    requires: { react: '^19.3.0', '@portfolio/kit': '^1.1.0' },
    page: { path: '/pig', order: 100, label: 'pig.title', icon: 'panel-top' },
  });
  const built = ['licenses.txt', 'mf-manifest.json', entry, `${entry}.map`];
  const copied = ['locales/de.yaml', 'locales/en.yaml', 'resources/pigs/mud.js'];
  const widths = ['320.avif', '800.avif', '1600.avif', '320.webp', '800.webp'];
  const made = widths.map((each) => `resources/mud-${each}`);
  expect(Object.keys(release.files).sort()).toEqual([...built, ...copied, ...made].sort());
  expect(await list()).toMatchObject([{ id, is: 'live' }]);
  expect(await readdir(path.join(store.dataDir, 'work'))).toEqual([]);

  const hog = { 'locales/en.yaml': 'pig: { title: Hog }' };
  const second = await deployPig(hog);
  // Its script is the same whatever its texts say.
  expect(second.entry).toBe(entry);
  await rollBack(store, 'pig');
  const stays = `pig@${second.id}, which these sources make, was rolled back and stays so.`;
  await expect(deployPig(hog, { isUnasked: true })).rejects.toThrow(stays);
  const live = async () => (await readLiveOf(store.database, 'pig')).ids;
  expect(await live()).toEqual([id]);
  await deployPig(hog);
  expect(await live()).toEqual([second.id, id]);
});

test.each(['@team/pig', 'Pig', ''])('%j is no name to deploy by', async (name) => {
  await expect(deployPig({}, { name })).rejects.toThrow(`"${name}" cannot name a section`);
});

const code = (text: string | undefined) => ({ 'src/page.tsx': text });
const german = (text: string) => ({ 'locales/de.yaml': text });
const manifest = (text: string | undefined) => ({ 'package.json': text });
const says = (page: object, origins?: string[]) =>
  manifest(JSON.stringify({ name: '@team/remote-pig', page, origins }));

test.each<[string, Changed, string | RegExp]>([
  ['it has a colon', german('pig:\n  title: A: b'), 'A text with ": " needs quotes: title: "A: b"'],
  [
    'a picture is none',
    { 'resources/mud.png': 'mud' },
    /resources\/mud\.png is no picture, or a damaged one \(.*\)\. Replace or remove it\./,
  ],
  ['it has no package.json', manifest(undefined), /^The package\.json in .* ENOENT.*\.$/],
  ['its package.json is broken', manifest('{'), /^The package\.json in .* cannot be read: .*JSON/],
  ['its package.json has no name', manifest('{}'), /^The package\.json in .* is not right: name: /],
  ['its path is none', says({ path: 'pig' }), 'page.path: is no path of a page: it is like /blog'],
  ['its icon is none', says({ icon: 'x' }), '"x" is no icon the shell draws; choose one of house,'],
  ['its name is lost', says({}), 'lacks the key "pig.document.title", its name in the'],
  ['its page says too much', says({ place: 1 }), 'is not right: page: Unrecognized key: "place"'],
  [
    'it calls an origin that the site does not name',
    says({ label: 'pig.title' }, ['https://api.example.com']),
    'names https://api.example.com, which pages of this site may not call.',
  ],
  ['it has no page', code(undefined), 'It has no src/page.tsx, the page of the section.'],
  ['it does not compile', code('export default ('), /^pig could not be built, so nothing was rel/],
  ['it needs what is not there', code("import 'not-there';"), "Can't resolve 'not-there'"],
])('a deploy is refused when %s, and nothing changes', async (_why, changed, sentence) => {
  const before = await list();
  const error: unknown = await deployPig(changed).catch((reason) => reason);
  expect(error).toBeInstanceOf(RefusedError);
  expect((error as Error).message).toMatch(sentence);
  expect(await list()).toEqual(before);
  expect(await readdir(path.join(store.dataDir, 'work'))).toEqual([]);
});
