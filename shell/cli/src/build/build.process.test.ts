import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder, writeFiles } from '@portfolio/test-support/temporary-store.ts';
import { noticesFile, secondCopies, writeNotices } from './build.ts';

test('each package of others has its full licences once; without one a section says so', async () => {
  const folder = path.join(temporaryFolder(), 'node_modules/reuse');
  await writeFiles(folder, {
    'package.json': '{ "version": "1.0.0", "license": "MIT" }',
    'LICENSES/MIT.txt': 'Permission is hereby granted\n',
    LICENSE: 'To you',
  });
  const text = (packages: Parameters<typeof writeNotices>[1]) => {
    writeNotices(folder, packages);
    return readFileSync(path.join(folder, noticesFile), 'utf8');
  };
  const own = { name: '@portfolio/kit', folder: path.join(import.meta.dirname, '../../../kit') };
  const said = 'reuse 1.0.0 (MIT)\n\nTo you\n\nPermission is hereby granted\n';
  const again = { name: 'again', folder };
  const both = `${said.replace('reuse', 'again')}\n${'-'.repeat(80)}\n\n${said}`;
  expect(text([{ name: 'reuse', folder }, again, again, own])).toBe(both);
  expect(text([own])).toBe('Nothing of others is bundled here.\n');
});

test.each([
  ['home', ['kit'], '(kit). Import it by its own name only, and keep it in peerDependencies.'],
  ['shell', ['kit', 'copy'], '(kit, copy). Import it by its own name only, and see that it is in'],
])('%s with the kit from %j is refused for its second copy', (name, folders, fault) => {
  const packages = folders.map((folder) => ({ name: '@portfolio/kit', folder }));
  const sentence = `${name} would bundle a second copy of @portfolio/kit ${fault}`;
  expect(secondCopies(name, packages)).toEqual([expect.stringContaining(sentence)]);
});
