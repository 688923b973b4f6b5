import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { pictureFiles } from '@portfolio/contract/pictures.ts';
import { contentFile, writeContent } from '@portfolio/releases/contents/contents.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
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

const shares = new Map([
  [
    'main.mjs',
    new Map([
      ['date-fns', 0.6],
      ['its own sources', 0.4],
    ]),
  ],
  ['dialog.mjs', new Map([['three', 1]])],
]);

const check = (
  name: string,
  budget?: { scripts: number; laterScripts?: number },
  scripts?: number,
) =>
  checkBuild(contents, {
    release: { ...release, name },
    packages: [],
    shares,
    budget,
    allowance: { scripts },
  });

test.each([
  ['that names no script', whole.replaceAll('{{entry}}', ''), 'lacks {{entry}}'],
  ['that names no hashes', whole.replaceAll('{{importMap}}', ''), 'lacks {{importMap}}'],
  [
    'nobody watches',
    whole.replace('{{shellBefore}}', ''),
    'lacks the script src/document/watchdog',
  ],
])('a shell with a document %s is refused', async (_what, html, fault) => {
  const document = await writeContent(contents, Buffer.from(html), 'document.html');
  const files = { ...release.files, 'document.html': document };
  const shell = { ...release, name: 'shell', files };
  const { faults } = await checkBuild(contents, {
    release: shell,
    packages: [],
    shares: new Map(),
  });
  expect(faults).toEqual([expect.stringContaining(fault)]);
});

test.each([
  ['home', ['shell/kit'], /^home would bundle a second copy of @portfolio\/kit \(shell\/kit\)\./],
  ['shell', ['kit', 'kit-copy'], /^The shell would bundle @portfolio\/kit from 2 folders \(kit, /],
])('%s with the kit from %j is refused for its second copy', async (name, folders, fault) => {
  const packages = folders.map((folder) => ({ name: '@portfolio/kit', folder }));
  const build = { release: { ...release, name }, packages, shares: new Map() };
  const { faults } = await checkBuild(contents, build);
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

test('a picture that a script names has to be in the release', async () => {
  const code = Buffer.from(`const logos = ['logos/potato.svg', 'wall.svg'];`);
  const files = {
    ...release.files,
    'resources/wall.svg': { bytes: 1, integrity: '' },
    'dialog.mjs': await writeContent(contents, code, 'dialog.mjs'),
  };
  const home = { ...release, name: 'home', files };
  const { faults } = await checkBuild(contents, { release: home, packages: [], shares: new Map() });
  expect(faults).toEqual(['resources/logos/potato.svg is missing; dialog.mjs names it.']);
});

test('a picture by language and theme needs both themes of each language that has it', async () => {
  const code = Buffer.from(`const all = ['site/home-{language}-{theme}', 'site/{language}'];`);
  const drawn = ['home-en-dark', 'home-en-light', 'home-de-dark'].flatMap((name) =>
    pictureFiles(`resources/site/${name}`).map((file) => [file, { bytes: 1, integrity: '' }]),
  );
  const files = {
    ...release.files,
    ...Object.fromEntries(drawn),
    'page.mjs': await writeContent(contents, code, 'page.mjs'),
  };
  const home = { ...release, name: 'home', files };
  const { faults } = await checkBuild(contents, { release: home, packages: [], shares: new Map() });
  expect(faults).toEqual([
    'resources/site/home-de-light is missing; page.mjs names it.',
    'resources/site/{language} is missing; page.mjs names it.',
  ]);
});

test('a project without pictures is refused for each that it names', async () => {
  const code = Buffer.from(`const all = ['chair/logo.svg', 'chair/front', 'table/front'];`);
  const files = {
    ...release.files,
    'page.mjs': await writeContent(contents, code, 'page.mjs'),
  };
  const home = { ...release, name: 'home', files };
  const { faults } = await checkBuild(contents, { release: home, packages: [], shares: new Map() });
  expect(faults).toEqual([
    'resources/chair/logo.svg is missing; page.mjs names it.',
    'resources/chair/front is missing; page.mjs names it.',
  ]);
});

test('a build within its budget has no faults, and a shell reports no weights', async () => {
  const shell = await check('shell', { scripts: 1000, laterScripts: 700 });
  expect(shell).toEqual({ faults: [], weighs: undefined });
  const blog = { release: { ...release, name: 'blog' }, packages: [], shares: new Map() };
  expect(await checkBuild(contents, blog)).toEqual({ faults: [], weighs: undefined });
});

test('an exceeded budget is reported with the size, the budget and the packages', async () => {
  expect((await check('home', { scripts: 900 })).faults).toEqual([
    'Its first script main.mjs grew to 1,000 bytes (brotli), 100 more than the 900 bytes it may have: date-fns 600, its own sources 400. The budget stands as "budget.scripts" in the package.json of home.',
  ]);
});

test("the owner's allowance replaces a section's budget", async () => {
  expect((await check('blog', { scripts: 900 }, 1000)).faults).toEqual([]);
  const [sentence] = (await check('blog', { scripts: 2000 }, 900)).faults;
  expect(sentence).toContain('1,000 bytes (brotli: date-fns 600, its own sources 400), 100 more');
  expect(sentence).toMatch(/npm run keys -- allow blog --scripts 1000$/);
});

test('later scripts count together and are listed by size', async () => {
  const { faults } = await check('shell', { scripts: 1000, laterScripts: 650 });
  expect(faults).toEqual([
    expect.stringContaining('(dialog.mjs 400, toast.mjs 300) grew to 700 bytes'),
  ]);
});

test('a deploy says what each package adds, with the page and later', async () => {
  expect((await check('blog', undefined, 2000)).weighs).toBe(
    'blog loads with its page 1.0 kB (date-fns 0.6 kB, its own sources 0.4 kB) of the 2.0 kB that it may; later up to 0.7 kB (three 0.4 kB).',
  );
});

test('a script without a compressed copy weighs its own size', async () => {
  const ref = await writeContent(contents, randomBytes(3000), 'random.mjs');
  const random = { entry: 'random.mjs', files: { 'random.mjs': ref } };
  expect((await weighScripts(contents, random)).first.bytes).toBe(3000);
});
