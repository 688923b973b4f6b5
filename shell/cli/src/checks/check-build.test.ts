import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { pictureFiles } from '@portfolio/contract/pictures.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { checkBuild } from './check-build.ts';

const whole = shellFiles['document.html'];

const contents = new Map([
  ['document.html', Buffer.from(whole)],
  ['main.mjs', randomBytes(1000)],
  ['dialog.mjs', randomBytes(400)],
  ['toast.mjs', randomBytes(300)],
]);

const release = {
  id: '0123456789ab',
  createdAt: '2026-11-21T00:00:00Z',
  commit: '',
  entry: 'main.mjs',
  requires: {},
  files: { 'main.mjs': { bytes: 1000, integrity: '' } },
};

const nowhere = temporaryFolder();

const check = (name: string, budget?: { scripts: number; laterScripts?: number }) =>
  checkBuild({ release: { ...release, name }, contents, source: nowhere, packages: [], budget });

test.each([
  ['that names no script', whole.replaceAll('{{entry}}', ''), 'lacks {{entry}}'],
  ['that names no hashes', whole.replaceAll('{{importMap}}', ''), 'lacks {{importMap}}'],
  ['nobody watches', whole.replace('{{shellBefore}}', ''), 'lacks the script src/document/start'],
])('a shell with a document %s is refused', async (_what, html, fault) => {
  const shell = { ...release, name: 'shell' };
  const faults = await checkBuild({
    release: shell,
    contents: new Map(contents).set('document.html', Buffer.from(html)),
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
  const build = { release: { ...release, name }, contents, source: nowhere, packages };
  const faults = await checkBuild(build);
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

/** The faults of a section with this module and these files in `resources/`. */
async function faultsOfPictures(page: string, ...resources: string[]) {
  const files = Object.fromEntries(
    resources.map((file) => [`resources/${file}`, { bytes: 1, integrity: '' }]),
  );
  const home = { ...release, name: 'home', files: { ...release.files, ...files } };
  const source = await tinySection({ 'src/page.tsx': page });
  return checkBuild({ release: home, contents, source, packages: [] });
}

test('a picture that the sources name has to be in the release', async () => {
  const page = `const all = ['logos/potato.svg', 'wall.svg', 'logos/front'];`;
  expect(await faultsOfPictures(page, 'wall.svg')).toEqual(
    ['potato.svg', 'front'].map(
      (file) => `resources/logos/${file} is missing; src/page.tsx names it.`,
    ),
  );
});

test('a picture by language and theme is that of any', async () => {
  const page = `const all = ['site/home-{language}-{theme}', 'site/{language}'];`;
  const drawn = ['home-en-dark', 'home-en-light'].flatMap((name) => pictureFiles(`site/${name}`));
  expect(await faultsOfPictures(page, ...drawn)).toEqual([
    'resources/site/{language} is missing; src/page.tsx names it.',
  ]);
});

test('a build within its budget has no faults', async () => {
  expect(await check('shell', { scripts: 1000, laterScripts: 700 })).toEqual([]);
});

test('an exceeded budget is reported with the size and the budget', async () => {
  expect(await check('home', { scripts: 900 })).toEqual([
    'Its entry grew to 1,000 bytes (brotli), 100 more than the 900 bytes allowed. The budget stands as "budget.scripts" in the package.json of home.',
  ]);
});

test('later scripts count together', async () => {
  expect(await check('shell', { scripts: 1000, laterScripts: 650 })).toEqual([
    expect.stringContaining('Its later scripts grew to 700 bytes (brotli), 50 more'),
  ]);
});
