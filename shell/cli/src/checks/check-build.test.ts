import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { checkBuild } from './check-build.ts';

const entry = { entry: 'main.mjs', content: randomBytes(1000) };

test.each([
  ['home', ['shell/kit'], /^home would bundle a second copy of @portfolio\/kit \(shell\/kit\)\./],
  [
    'shell',
    ['kit', 'kit-copy'],
    /^shell would bundle a second copy of @portfolio\/kit \(kit, kit-copy\)\./,
  ],
])('%s with the kit from %j is refused for its second copy', async (name, folders, fault) => {
  const packages = folders.map((folder) => ({ name: '@portfolio/kit', folder }));
  const faults = await checkBuild({ name, ...entry, packages });
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

test('an exceeded budget is reported with the size and the budget', async () => {
  const home = { name: 'home', ...entry, packages: [] };
  expect(await checkBuild({ ...home, budget: { scripts: 1000 } })).toEqual([]);
  expect(await checkBuild({ ...home, budget: { scripts: 900 } })).toEqual([
    'Its entry grew to 1,000 bytes (brotli), 100 more than the 900 bytes allowed. The budget stands as "budget.scripts" in the package.json of home.',
  ]);
});
