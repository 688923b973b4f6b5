import { expect, test as rule } from '@jest/globals';
import { change } from '@portfolio/test-support/damage.ts';
import { layRelease, point } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { emptyPlace, openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { BadKeyError, readKeys, removeKey } from '../access/keys.ts';
import { readLiveSet } from '../live/live-releases.ts';
import { keepPages } from '../markup/prerendered-pages.ts';
import { findFaults, tableOfReleases } from '../store/list-releases.ts';

const { DATABASE_URL } = await emptyPlace();
const test = DATABASE_URL ? rule : rule.skip;

/** A release of games, or a content that it alone has, by a number. */
const release =
  "(name, id) = (SELECT name, id FROM releases WHERE name = 'games' ORDER BY id LIMIT 1 OFFSET $1::int % 2)";
const content = `integrity = (SELECT integrity FROM release_files WHERE name = 'games'
  AND integrity NOT IN (SELECT integrity FROM release_files WHERE name <> 'games')
  ORDER BY integrity, id LIMIT 1 OFFSET $1::int % 6)`;

/** What can become of a row, each at random, with numbers that can be repeated. */
const damages = [
  `UPDATE releases SET description = left(description, $1::int % 400) WHERE ${release}`,
  `UPDATE releases SET description = replace(description, '"games"', '"home"') WHERE ${release}`,
  `UPDATE releases SET description = replace(description, 'locales/en', '../../x') WHERE ${release}`,
  `UPDATE releases SET description = repeat('[', 600000 + $1::int % 2) WHERE ${release}`,
  `UPDATE releases SET bytes = -$1::int, created_at = 'never', commit = E'\\x1b[2J' WHERE ${release}`,
  `UPDATE files SET content = substr(content, $1::int % 9) WHERE ${content}`,
  `UPDATE files SET content = set_byte(content, 0, $1::int % 256) WHERE ${content}`,
  `UPDATE files SET content = decode(repeat('00', 20000000), 'hex') WHERE $1::int % 9 = 0 AND ${content}`,
  `UPDATE files SET brotli = decode('0102', 'hex') WHERE ${content}`,
  `WITH gone AS (DELETE FROM release_files WHERE ${content} RETURNING integrity)
    SELECT integrity FROM gone`,
  `UPDATE sections SET ids = left('["', $1::int % 3) || ids WHERE name = 'games'`,
  `UPDATE sections SET ids = '["ffffffffffff","eeeeeeeeeeee"]' WHERE $1::int >= 0 AND name = 'games'`,
  `UPDATE sections SET ids = repeat('[', 100000 + $1::int % 2), retired = '{' WHERE name = 'games'`,
  `UPDATE sections SET version = version + $1::int WHERE name = 'games'`,
  `UPDATE pages SET content = left(content, $1::int % 20) WHERE name = 'games'`,
  `INSERT INTO sections (name, ids) VALUES ('../' || $1::int, '["ffffffffffff"]')`,
  `INSERT INTO releases VALUES ('games', '../' || $1::int, '{', '', '', 0)`,
  `INSERT INTO failures VALUES ('games', 'x' || $1::int, -1)`,
  `INSERT INTO visits VALUES ('games', 'x' || $1::int, 'zz', 'stole', -1)`,
];

test('random damage to the rows of a section: no machine loses another one, or its commands', async () => {
  const place = { DATABASE_URL: String(DATABASE_URL) };
  const owner = await openTemporaryStore(place);
  const site = await laySmallSite(owner);
  const { games } = site;
  if (!games) throw new Error('The small site has games.');
  // A linear congruential generator: the same damage in every run.
  let seed = 20_261_122;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 8; round += 1) {
    const files = sectionFiles('games', `${round}`);
    const next = await layRelease(owner, 'games', files);
    const page = { html: '<main>Games</main>', css: '', stylesVersion: '6.0.0' };
    await keepPages(
      owner,
      { ...next, layout: `${'a'.repeat(12)}-${'b'.repeat(12)}` },
      new Map([['en', page]]),
    );
    for (let turn = 0; turn < 6; turn += 1) {
      const damage = damages[random(damages.length)] ?? '';
      await change(owner, damage, [1 + random(1_000_000)]);
      await change(owner, 'UPDATE sections SET changed = changed + 1 WHERE name = $1', ['games']);
      await owner.remote?.pull();
    }
    const late = await openTemporaryStore(place);
    await late.remote?.pull();
    for (const machine of [owner, late]) {
      const set = await readLiveSet(machine);
      expect(set?.shell.id).toBe(site.shell?.id);
      expect(set?.sections.home?.map(({ id }) => id)).toEqual([site.home?.id]);
      expect((await tableOfReleases(machine)).length).toBeGreaterThan(2);
      await findFaults(machine);
    }
    await late.close();
  }
  // Deployed again, all of it is mended.
  const last = await layRelease(owner, 'games', sectionFiles('games', 'Last'));
  await point(owner, 'games', [last.id]).catch(() => {});
  expect((await readLiveSet(owner))?.sections.games?.[0]?.id).toBe(last.id);
});

test('a key that is broken is named, and can be taken out', async () => {
  const owner = await openTemporaryStore({ DATABASE_URL: String(DATABASE_URL) });
  expect(await readKeys(owner)).toEqual([]);
  for (const key of ['{', '{}', '[]']) {
    await change(owner, "INSERT INTO team_keys VALUES ('0123456789abcdef', $1)", [key]);
    await expect(readKeys(owner)).rejects.toThrow(BadKeyError);
    await expect(readKeys(owner)).rejects.toThrow('npm run keys -- remove 0123456789abcdef');
    expect(await removeKey(owner, '0123456789abcdef')).toBe(true);
  }
  expect(await readKeys(owner)).toEqual([]);
});
