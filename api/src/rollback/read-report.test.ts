import { expect, test } from '@jest/globals';
import { prune } from '@portfolio/releases/store/prune.ts';
import { readThrown } from '@portfolio/releases/store/thrown-errors.ts';
import { readFailures } from '@portfolio/releases/store/visit-records.ts';
import { addPreview } from '@portfolio/test-support/add-release.ts';
import { fromVisitorGroup, startGuardedSite } from '@portfolio/test-support/guarded-site.ts';
import { homePage, sectionFiles } from '@portfolio/test-support/small-site.ts';

const script = 'remoteEntry.11aa22bb.mjs';

const guarded = await startGuardedSite();

/** Adds a release of home that is not live; `report` sends an error of it. */
async function start() {
  const files = { ...sectionFiles('home', crypto.randomUUID()), [`${script}.map`]: '{}' };
  const home = await addPreview(guarded.store, 'home', files, { page: homePage });
  return {
    ...guarded,
    home,
    at: (place: string) => `/releases/home/${home.id}/${place}`,
    report: (words: string[], visitorGroup = 1, what = 'failed') =>
      guarded.get(`/api/locales/en?${what}=home@${home.id}`, {
        ...fromVisitorGroup(visitorGroup),
        'Failed-With': Buffer.from(words.join(' ')).toString('latin1'),
      }),
    async faults() {
      await guarded.settled();
      return (await readThrown(guarded.store, home)) ?? [];
    },
  };
}

test('an error is kept by class and position, with its number of visitors, until its release is pruned', async () => {
  const site = await start();
  const words = ['TypeError', site.at(`${script}:1:1`)];
  await site.report(words, 1);
  await site.report(words, 1);
  await site.report(words, 2);
  expect(await site.faults()).toEqual([
    {
      name: 'home',
      id: site.home.id,
      visitors: 2,
      lastAt: expect.any(Number),
      error: 'TypeError',
      places: [`home@${site.home.id}/${script}:1:1`],
    },
  ]);
  await prune(site.store, [site.home]);
  const left = 'SELECT COUNT(*) AS faults FROM faults WHERE id = $1';
  expect(await site.store.facts.run(left, [site.home.id])).toEqual([{ faults: 0 }]);
});

test('an error that the page survives is kept once for each visitor, and is no failure', async () => {
  const site = await start();
  const words = ['TypeError', site.at(`${script}:1:1`)];
  for (const visitorGroup of [1, 1, 2]) await site.report(words, visitorGroup, 'threw');
  await site.report([], 3, 'threw');
  expect(await site.faults()).toMatchObject([{ visitors: 2, error: 'TypeError' }]);
  expect((await readFailures(site.store)).has(`home@${site.home.id}`)).toBe(false);
});

test('source maps are not served', async () => {
  const site = await start();
  const of = (file: string) => site.get(`/releases/home/${site.home.id}/${file}`);
  expect((await of(script)).status).toBe(200);
  for (const file of [`${script}.map`, `${script}.map.br`, `${script}%2Emap`])
    expect((await of(file)).status).toBe(404);
});

test('no words of a message are kept: an unknown class becomes Error', async () => {
  const site = await start();
  const place = site.at(`${script}:1:1`);
  await site.report(['ada@example.org', 'section is not valid 15550100', place], 1);
  await site.report(['constructor', place], 2);
  expect(await site.faults()).toMatchObject([
    { error: 'Error', visitors: 2, places: [`home@${site.home.id}/${script}:1:1`] },
  ]);
});

test('only the positions in files of this release and of the live shell are kept', async () => {
  const site = await start();
  const { shell, games } = site.releases;
  await site.report([
    'TypeError',
    'https://evil.example/x.mjs:1:1',
    `https://evil.example/releases/games/${games?.id}/${script}:1:1`,
    site.at('nowhere.mjs:1:1'),
    site.at('../../shell/document.html:1:1'),
    site.at(`${script}?q=ada:1:1`),
    site.at(`${script}:99999999:1`),
    `/releases/shell/${shell?.id}/main.0a1b2c3d.mjs:1:22`,
    site.at(`${script}:1:1`),
  ]);
  const [{ places = [] } = {}] = await site.faults();
  expect(places).toEqual([
    `shell@${shell?.id}/main.0a1b2c3d.mjs:1:22`,
    `home@${site.home.id}/${script}:1:1`,
  ]);
});

test('forged reports are bounded, and do not push out an error that several visitors met', async () => {
  const site = await start();
  const told = ['TypeError', site.at(`${script}:1:1`)];
  await site.report(told, 1);
  await site.report(told, 2);
  // The API records reports in the background; the forged ones have to come later.
  await site.settled();
  for (let forged = 3; forged < 60; forged += 1)
    await site.report(['TypeError', site.at(`${script}:1:${forged}`)], forged);
  const faults = await site.faults();
  expect(faults).toHaveLength(20);
  expect(faults).toContainEqual(expect.objectContaining({ visitors: 2 }));
});

test.each([
  ['\u00ff'.repeat(2000)],
  ['at '.repeat(2000)],
  ['%00%'],
  ['undefined\tundefined'],
  ['undefined undefined'],
])('a report of nonsense is answered, and not kept', async (nonsense) => {
  const site = await start();
  expect((await site.report([nonsense])).status).toBe(200);
  expect(await site.faults()).toEqual([]);
});

test("the error of a failed shell is read from the document's address", async () => {
  const site = await start();
  const { id } = await site.addShell();
  const place = 'main.0a1b2c3d.mjs:1:9';
  const said = `shell@${id} TypeError /releases/shell/${id}/${place}`;
  await site.get(`/home?without=${encodeURIComponent(said)}`, fromVisitorGroup(1));
  await site.settled();
  expect(await readThrown(site.store, { name: 'shell' })).toMatchObject([
    { id, error: 'TypeError', places: [`shell@${id}/${place}`] },
  ]);
});
