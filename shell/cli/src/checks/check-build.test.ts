import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { pictureFiles } from '@portfolio/contract/pictures.ts';
import { contentFile, writeContent } from '@portfolio/releases/contents/contents.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { checkBuild, weighScripts } from './check-build.ts';

const contents = await temporaryStore();
const whole = shellFiles['document.html'];

/** Writes a script with so many compressed bytes. */
async function script(bytes: number) {
  const ref = await writeContent(contents, Buffer.from(`${'x'.repeat(100_000)}${bytes}`), 'x');
  await writeFile(contentFile(contents, hashName(ref), 'br'), randomBytes(bytes));
  return ref;
}

const release = {
  id: '0123456789ab',
  createdAt: '2026-11-21T00:00:00Z',
  commit: '',
  entry: 'main.mjs',
  requires: {},
  files: {
    'document.html': await writeContent(contents, Buffer.from(whole), 'document.html'),
    'main.mjs': await script(1000),
    'dialog.mjs': await script(400),
    'toast.mjs': await script(300),
    'wall.svg': { bytes: 90_000, integrity: '' },
  },
};

const nowhere = temporaryFolder();

const check = (name: string, budget?: { scripts: number; laterScripts?: number }) =>
  checkBuild(contents, { release: { ...release, name }, source: nowhere, packages: [], budget });

test.each([
  ['that names no script', whole.replaceAll('{{entry}}', ''), 'lacks {{entry}}'],
  ['that names no hashes', whole.replaceAll('{{importMap}}', ''), 'lacks {{importMap}}'],
  ['nobody watches', whole.replace('{{shellBefore}}', ''), 'lacks the script src/document/start'],
])('a shell with a document %s is refused', async (_what, html, fault) => {
  const document = await writeContent(contents, Buffer.from(html), 'document.html');
  const files = { ...release.files, 'document.html': document };
  const shell = { ...release, name: 'shell', files };
  const faults = await checkBuild(contents, {
    release: shell,
    source: nowhere,
    packages: [],
  });
  expect(faults).toEqual([expect.stringContaining(fault)]);
});

test.each([
  ['home', ['shell/kit'], /^home would bundle a second copy of @portfolio\/kit \(shell\/kit\)\./],
  ['shell', ['kit', 'kit-copy'], /^The shell would bundle @portfolio\/kit from 2 folders \(kit, /],
])('%s with the kit from %j is refused for its second copy', async (name, folders, fault) => {
  const packages = folders.map((folder) => ({ name: '@portfolio/kit', folder }));
  const build = { release: { ...release, name }, source: nowhere, packages };
  const faults = await checkBuild(contents, build);
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

/** The faults of a section with this module and these files in `resources/`. */
async function faultsOfPictures(page: string, ...resources: string[]) {
  const files = Object.fromEntries(
    resources.map((file) => [`resources/${file}`, { bytes: 1, integrity: '' }]),
  );
  const home = { ...release, name: 'home', files: { ...release.files, ...files } };
  const source = await tinySection({ 'src/page.tsx': page });
  return checkBuild(contents, { release: home, source, packages: [] });
}

test('a picture that the sources name has to be in the release', async () => {
  const page = `const logos = ['logos/potato.svg', 'wall.svg'];`;
  expect(await faultsOfPictures(page, 'wall.svg')).toEqual([
    'resources/logos/potato.svg is missing; src/page.tsx names it.',
  ]);
});

test('a picture by language and theme needs both themes of each language that has it', async () => {
  const page = `const all = ['site/home-{language}-{theme}', 'site/{language}'];`;
  const drawn = ['home-en-dark', 'home-en-light', 'home-de-dark'].flatMap((name) =>
    pictureFiles(`site/${name}`),
  );
  expect(await faultsOfPictures(page, ...drawn)).toEqual([
    'resources/site/home-de-light is missing; src/page.tsx names it.',
    'resources/site/{language} is missing; src/page.tsx names it.',
  ]);
});

test('a project without pictures is refused for each that it names', async () => {
  const page = `const all = ['chair/logo.svg', 'chair/front', 'table/front'];`;
  expect(await faultsOfPictures(page)).toEqual([
    'resources/chair/logo.svg is missing; src/page.tsx names it.',
    'resources/chair/front is missing; src/page.tsx names it.',
  ]);
});

test('a build within its budget has no faults', async () => {
  expect(await check('shell', { scripts: 1000, laterScripts: 700 })).toEqual([]);
});

test('an exceeded budget is reported with the size and the budget', async () => {
  expect(await check('home', { scripts: 900 })).toEqual([
    'Its first scripts grew to 1,000 bytes (brotli), 100 more than the 900 bytes they may have. The budget stands as "budget.scripts" in the package.json of home.',
  ]);
});

test('later scripts count together', async () => {
  expect(await check('shell', { scripts: 1000, laterScripts: 650 })).toEqual([
    expect.stringContaining('Its later scripts grew to 700 bytes (brotli), 50 more'),
  ]);
});

test('a script without a compressed copy weighs its own size', async () => {
  const ref = await writeContent(contents, randomBytes(3000), 'random.mjs');
  const random = { entry: 'random.mjs', files: { 'random.mjs': ref } };
  expect((await weighScripts(contents, random)).first).toBe(3000);
});
