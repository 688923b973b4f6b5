import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { readPlainBuild } from './plain-config.ts';

const manifestOf = (entry = 'remoteEntry.mjs', expose = './page') =>
  JSON.stringify({
    metaData: { remoteEntry: { name: entry, path: '' } },
    exposes: [{ path: expose }],
    shared: [
      { name: 'react', requiredVersion: '^19.3.0' },
      { name: 'lodash', requiredVersion: '^4.0.0' },
    ],
  });

const script = 'export const get = () => {}, init = () => {};';

/** Writes a plugin's output into a folder. */
async function builtFolder(files: Record<string, string>): Promise<string> {
  const folder = temporaryFolder();
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return folder;
}

test.each([
  ['without a manifest', {}, /has no mf-manifest\.json: set "manifest": true of the plugin\.$/],
  [
    'of another form',
    { 'mf-manifest.json': '{}' },
    /^Nothing was released: mf-manifest\.json in .* cannot be read: build it with the plugin of Module Federation 2\.$/,
  ],
  [
    'as a script',
    { 'mf-manifest.json': manifestOf(), 'remoteEntry.mjs': 'var plain = {};' },
    /remoteEntry\.mjs is no ES module that exports "get" and "init": build it with "library": \{ "type": "module" \}/,
  ],
  [
    'without a page',
    { 'mf-manifest.json': manifestOf('remoteEntry.mjs', './app'), 'remoteEntry.mjs': script },
    /does not expose "\.\/page", the component of the page\.$/,
  ],
  [
    'by Rspack with another ending',
    {
      'mf-manifest.json': manifestOf('remoteEntry.js'),
      'remoteEntry.js': `${script} self.__webpack_modules__ = {}`,
    },
    /has scripts that do not end in \.mjs: set "filename" of the plugin\.$/,
  ],
])('what was built %s is refused in a sentence', async (_what, files, sentence) => {
  const folder = await builtFolder(files as Record<string, string>);
  await expect(readPlainBuild(folder)).rejects.toThrow(sentence);
});

test('neither the folder of the sources nor a link out of the build is released', async () => {
  const files = { 'mf-manifest.json': manifestOf(), 'remoteEntry.mjs': script };
  const sources = await builtFolder({ ...files, 'package.json': '{}', 'plain.key': 'secret' });
  await expect(readPlainBuild(sources)).rejects.toThrow(/has sources: name the folder/);
  const built = await builtFolder(files);
  await symlink(path.join(sources, 'plain.key'), path.join(built, 'a.txt'));
  await expect(readPlainBuild(built)).rejects.toThrow(/a\.txt in .* is a link, or no file/);
});

test.each(['../remoteEntry.mjs', '', '.', '/etc/passwd'])(
  'an entry at "%s" is refused as none of the build',
  async (entry) => {
    const outer = await builtFolder({ 'remoteEntry.mjs': script });
    const built = path.join(outer, 'dist');
    await mkdir(built);
    await writeFile(path.join(built, 'mf-manifest.json'), manifestOf(entry));
    await expect(readPlainBuild(built)).rejects.toThrow(/is no ES module that exports/);
  },
);

test('the release requires the ranges of those shared packages that the site has', async () => {
  const files = { 'mf-manifest.json': manifestOf(), 'remoteEntry.mjs': script };
  expect(await readPlainBuild(await builtFolder(files))).toMatchObject({
    entry: 'remoteEntry.mjs',
    requires: { react: '>=19.3.0 <20.0.0-0' },
    isJoined: false,
  });
});

test('more scripts than a section may have are joined', async () => {
  const parts = ['a', 'b', 'c', 'd', 'e'].map((name) => [`assets/${name}.mjs`, script] as const);
  const files = { 'mf-manifest.json': manifestOf(), 'remoteEntry.mjs': script };
  const folder = await builtFolder({ ...files, ...Object.fromEntries(parts) });
  expect(await readPlainBuild(folder)).toMatchObject({ entry: 'remoteEntry.mjs', isJoined: true });
});
