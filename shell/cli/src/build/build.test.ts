import { expect, test } from '@jest/globals';
import { secondCopies } from './build.ts';

test.each([
  ['home', ['shell/kit'], /^home would bundle a second copy of @portfolio\/kit \(shell\/kit\)\./],
  [
    'shell',
    ['kit', 'kit-copy'],
    /^shell would bundle a second copy of @portfolio\/kit \(kit, kit-copy\)\./,
  ],
])('%s with the kit from %j is refused for its second copy', (name, folders, fault) => {
  const packages = folders.map((folder) => ({ name: '@portfolio/kit', folder }));
  expect(secondCopies(name, packages)).toEqual([expect.stringMatching(fault)]);
});
