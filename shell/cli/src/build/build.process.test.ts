import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder, writeFiles } from '@portfolio/test-support/temporary-store.ts';
import { noticesFile, secondCopies, writeNotices } from './build.ts';

const modules = path.join(import.meta.dirname, '../../../../node_modules');
const packageNamed = (name: string) => ({ name, folder: path.join(modules, name) });

test('each bundled package has one full licence; packages of this repository have none', () => {
  const folder = temporaryFolder();
  const own = { name: '@portfolio/kit', folder: path.join(modules, '../shell/kit') };
  writeNotices(folder, [...['zustand', 'react', 'react'].map(packageNamed), own]);
  const text = readFileSync(path.join(folder, noticesFile), 'utf8');
  expect(text.match(/^(?:react|zustand|@portfolio\S*) .*$/gm)).toEqual([
    expect.stringMatching(/^react [\d.]+ \(MIT\)$/),
    expect.stringMatching(/^zustand [\d.]+ \(MIT\)$/),
  ]);
  expect(text).toContain(readFileSync(path.join(modules, 'react/LICENSE'), 'utf8').trim());
});

test('licences in a folder are included, and a section without foreign packages says so', async () => {
  const folder = path.join(temporaryFolder(), 'node_modules/reuse');
  await writeFiles(folder, {
    'package.json': '{ "version": "1.0.0", "license": "MIT" }',
    'LICENSES/MIT.txt': 'Permission is hereby granted',
  });
  const text = (packages: Parameters<typeof writeNotices>[1]) => {
    writeNotices(folder, packages);
    return readFileSync(path.join(folder, noticesFile), 'utf8');
  };
  const said = 'reuse 1.0.0 (MIT)\n\nPermission is hereby granted\n';
  const again = { name: 'again', folder };
  const both = `${said.replace('reuse', 'again')}\n${'-'.repeat(80)}\n\n${said}`;
  expect(text([{ name: 'reuse', folder }, again])).toBe(both);
  expect(text([])).toMatch(/^Nothing/);
});

test.each([
  ['home', ['kit'], '(kit). Import it by its own name only, and keep it in peerDependencies.'],
  ['shell', ['kit', 'copy'], '(kit, copy). Import it by its own name only, and see that it is in'],
])('%s with the kit from %j is refused for its second copy', (name, folders, fault) => {
  const packages = folders.map((folder) => ({ name: '@portfolio/kit', folder }));
  const sentence = `${name} would bundle a second copy of @portfolio/kit ${fault}`;
  expect(secondCopies(name, packages)).toEqual([expect.stringContaining(sentence)]);
});
