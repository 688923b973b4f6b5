import path from 'node:path';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { storeIn } from '@portfolio/releases/store/store.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { mistakes } from './fixtures/mistakes.ts';
import { idOf } from './fixtures/release-files.ts';

for (const [mistake, [name, make, says]] of Object.entries(mistakes))
  test(`a deploy is refused when ${mistake}, and says what to do`, async ({
    ownSite,
    team,
    request,
  }) => {
    const before = name === 'shop' ? '' : await idOf(ownSite, name);
    await make(team);
    const { status, said } = team.deploy(ownSite.dataDir, name);
    expect(said).toMatch(says);
    expect(said).not.toMatch(/^\s+at /m);
    expect(status).toBe(1);
    if (before) expect(await idOf(ownSite, name)).toBe(before);
    expect((await request.get(`${ownSite.url}/home`)).status()).toBe(200);
  });

test('the very first shell is looked at as well: one that throws while rendering is not made live', async ({
  team,
}) => {
  await team.change(
    'shell/src/header/header.tsx',
    '  return (',
    "  if (!isComing) throw new Error('mud');\n  return (",
  );
  const empty = path.join(team.folder, 'empty');
  const { status, said } = team.deploy(empty, 'shell');
  expect(said).toMatch(/was not made live: in a browser it fails[\s\S]*Error: mud/);
  expect(status).toBe(1);
  expect(await readPointer(storeIn(empty), 'shell')).toEqual([]);
});
