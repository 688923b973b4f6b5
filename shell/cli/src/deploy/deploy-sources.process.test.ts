import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { rollBack } from '@portfolio/releases/live/change-live.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import { listReleases, readLiveOf, type Store } from '@portfolio/releases/store/store.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { deploySources, type SourcesToDeploy } from './deploy-sources.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

const deployPig = async (
  changed: Record<string, string | undefined> = {},
  options: Partial<SourcesToDeploy> = {},
  to = store,
) => deploySources(to, { name: 'pig', source: await tinySection(changed), ...options });

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
  expect(await listReleases(store)).toMatchObject([{ id: release.id, is: 'live' }]);
  expect(await readdir(path.join(store.dataDir, 'work'))).toEqual([]);
  // Its script is the same whatever its texts say.
  const { entry } = await deployPig({ 'locales/en.yaml': 'pig: { title: Hog }' });
  expect(entry).toBe(release.entry);
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
  await expect(deployPig({}, { name })).rejects.toThrow(`"${name}" cannot name a section`);
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
});

const site = await temporaryStore();
const provides = { react: '19.3.1', '@portfolio/kit': '1.1.0' };
await addRelease(site, 'shell', shellFiles, { provides });
const { id: liveId } = await deployPig({}, {}, site);

const noText = (what: string) =>
  `locales/de.yaml: "pig.title" is ${what} and no text: put it in quotes.`;
const titled = (title: string) => ({ 'locales/de.yaml': `pig: { title: ${title} }` });
const lost =
  'src/page.tsx asks for the text pig.lost, which locales/de.yaml and locales/en.yaml lack.';
const page = (markup: string) => ({
  'src/page.tsx': `const is = 'so';\nexport default () => <p>${markup}</p>;`,
});
const says = (page: object, origins?: string[]) => ({
  'package.json': JSON.stringify({ name: '@team/remote-pig', page, origins }),
});

test.each<[string, Record<string, string | undefined>, string | RegExp]>([
  [
    'a text has a colon and no quotes',
    { 'locales/de.yaml': 'pig:\n  title: Schwein: das\n' },
    'A text with ": " needs quotes: title: "Schwein: das"',
  ],
  [
    'a picture is none',
    { 'resources/mud.png': 'mud' },
    /resources\/mud\.png is no picture, or a damaged one \(.*\)\. Replace or remove it\./,
  ],
  ['a text is a number', titled('2026'), noText('the number 2026')],
  ['a text is nothing', titled('~'), noText('nothing')],
  ['a text is a list', titled('[a, b]'), noText('a list')],
  [
    'a language is not written as its tag is',
    { 'locales/pt-br.yaml': 'pig: { title: Porco }' },
    'locales/pt-br.yaml is no name for texts: a language is named by its tag, such as en.yaml or pt-BR.yaml.',
  ],
  [
    'it has no texts at all',
    { 'locales/de.yaml': undefined, 'locales/en.yaml': undefined },
    'It has no folder locales/ with its texts.',
  ],
  ['no language has a text', page('<Text path="pig.lost" />'), lost],
  ['no language has a text', page("{text('pig.lost')}"), lost],
  ['no language has one of two', page("<Text path={is ? 'pig.title' : 'pig.lost'} />"), lost],
  ['no language has one of two', page("{text(is === 'so' ? 'pig.lost' : 'pig.title')}"), lost],
  ['it has no package.json', { 'package.json': undefined }, /The package\.json .* ENOENT/],
  ['its package.json is broken', { 'package.json': '{' }, /The package\.json .* JSON/],
  [
    'its package.json has no name',
    { 'package.json': JSON.stringify({ version: '1.0.0' }) },
    /The package\.json .* name: /,
  ],
  ['its path is none', says({ path: 'pig' }), 'page.path: is no path of a page: it is like /blog'],
  [
    'its icon is unknown',
    says({ icon: 'pig' }),
    'page.icon: "pig" is no icon the shell draws; choose one of house,',
  ],
  [
    'its name is lost',
    says({}),
    'locales/de.yaml lacks the key "pig.document.title", its name in the',
  ],
  [
    'its name is a number',
    says({ label: 1 }),
    'is not right: page.label: Invalid input: expected string',
  ],
  ['its page says too much', says({ place: 1 }), 'is not right: page: Unrecognized key: "place"'],
  [
    'it calls an origin that the site does not name',
    says({ label: 'pig.title' }, ['https://api.example.com']),
    'names https://api.example.com, which pages of this site may not call.',
  ],
  [
    'it has no page',
    { 'src/page.tsx': undefined },
    'It has no src/page.tsx, the page of the section.',
  ],
  ['it does not compile', { 'src/page.tsx': 'export default (' }, 'pig could not be built'],
  [
    'it needs what is not there',
    { 'src/page.tsx': "import 'not-there';\nexport default () => null;" },
    "Can't resolve 'not-there'",
  ],
])('a deploy is refused when %s, and nothing changes', async (_why, changed, sentence) => {
  const error: unknown = await deployPig(changed, {}, site).catch((reason) => reason);
  expect(error).toBeInstanceOf(RefusedError);
  expect((error as Error).message).toMatch(sentence);
  expect(await listReleases(site, 'pig')).toMatchObject([{ id: liveId, is: 'live' }]);
  expect(await readdir(path.join(site.dataDir, 'work'))).toEqual([]);
});
