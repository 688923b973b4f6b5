import { expect, test } from '@jest/globals';
import { readFaults } from '@portfolio/releases/ledger/faults.ts';
import { readFailures } from '@portfolio/releases/ledger/visits.ts';
import { prune } from '@portfolio/releases/store/prune.ts';
import { fromHousehold, startGuardedSite } from '@portfolio/test-support/guarded-site.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { homePage, sectionFiles } from '@portfolio/test-support/small-site.ts';

const script = 'remoteEntry.11aa22bb.mjs';
/** The first column of the first line is line 7 of a page, as its author says. */
const map = (source = 'src/page.tsx') =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAMA' });

const guarded = await startGuardedSite({ AUTO_ROLLBACK: 'off' });

/** The site with another release of home, and what is said of that. */
async function start(more: Record<string, string> = { [`${script}.map`]: map() }) {
  const files = { ...sectionFiles('home', crypto.randomUUID()), ...more };
  const home = await layRelease(guarded.store, 'home', files, { page: homePage });
  const base = `https://www.example.com/releases/home/${home.id}`;
  return {
    ...guarded,
    home,
    at: (place: string) => `    at x (${base}/${place})`,
    report: (lines: string[], household = 1, what = 'failed') =>
      guarded.get(`/api/locales/en?${what}=home@${home.id}`, {
        ...fromHousehold(household),
        'Failed-With': Buffer.from(lines.join('\t')).toString('latin1'),
      }),
    async faults() {
      await guarded.settled();
      return (await readFaults(guarded.store, home)) ?? [];
    },
  };
}

test('what a release threw is told by the lines of its sources, with how many it met, until it is pruned', async () => {
  const site = await start();
  const lines = ['TypeError: section is not a function', site.at(`${script}:1:1`)];
  await site.report(lines, 1);
  await site.report(lines, 1);
  await site.report(lines, 2);
  expect(await site.faults()).toEqual([
    {
      name: 'home',
      id: site.home.id,
      visitors: 2,
      lastAt: expect.any(Number),
      message: 'TypeError: section is not a function',
      lines: [`src/page.tsx:7 (${script}:1:1)`],
    },
  ]);
  await prune(site.store, [site.home]);
  const left = 'SELECT COUNT(*) AS faults FROM faults WHERE id = $1';
  expect(await site.store.ledger?.run(left, [site.home.id])).toEqual([{ faults: 0 }]);
});

test('what it threw where the page goes on is told as well, once of each visitor, and fails none', async () => {
  const site = await start();
  const lines = ['TypeError: section', site.at(`${script}:1:1`)];
  for (const household of [1, 1, 2]) await site.report(lines, household, 'threw');
  await site.report([], 3, 'threw');
  expect(await site.faults()).toMatchObject([
    { visitors: 2, lines: [`src/page.tsx:7 (${script}:1:1)`] },
  ]);
  expect((await readFailures(site.store, 'home'))?.has(site.home.id)).toBe(false);
});

test('its map is sent to no visitor', async () => {
  const site = await start();
  const of = (file: string) => site.get(`/releases/home/${site.home.id}/${file}`);
  expect((await of(script)).status).toBe(200);
  for (const file of [`${script}.map`, `${script}.map.br`, `${script}%2Emap`])
    expect((await of(file)).status).toBe(404);
});

test.each([
  ['no map', {}],
  ['a map that is none', { [`${script}.map`]: '<html>' }],
  ['a map of maps', { [`${script}.map`]: '{"version":3,"sections":[{}]}' }],
  ['a map of numbers', { [`${script}.map`]: '{"version":3,"sources":[7],"mappings":"AAMA"}' }],
  ['a map that is too large', { [`${script}.map`]: `${map()}${' '.repeat(9_000_000)}` }],
  ['a map of a million places', { [`${script}.map`]: map().replace('AAMA', 'AAMA,'.repeat(1e6)) }],
])('of a release with %s the place in its script is told', async (_what, files) => {
  const site = await start(files);
  await site.report(['TypeError: section', site.at(`${script}:1:1`)]);
  expect((await site.faults()).map(({ lines }) => lines[0])).toEqual([
    expect.stringContaining(`${script}:1:1`),
  ]);
});

test('what a map calls a source is a short line of plain text', async () => {
  const site = await start({ [`${script}.map`]: map(`src/\u001b[2J\u202e\n${'x'.repeat(500)}`) });
  await site.report(['TypeError: section', site.at(`${script}:1:1`)]);
  const [{ lines: [line = ''] = [] } = {}] = await site.faults();
  expect(line).toMatch(/^[ -~]{1,300}$/);
});

test('of a message the words are kept that its scripts or browsers say, and nothing that a visitor typed', async () => {
  const site = await start();
  await site.report([
    `SyntaxError: Unexpected token 'A', "Ada <b>Truffle</b>, ada@example.org" at https://www.example.com/home?q=ada is not valid section 15550100`,
    site.at(`${script}:1:1`),
  ]);
  const [{ message = '' } = {}] = await site.faults();
  expect(message).toMatch(/^SyntaxError: Unexpected token 'A'/);
  expect(message).toMatch(/section/);
  expect(message).not.toMatch(/ada|truffle|example|1555|[<>]/i);
});

test('of a stack only files of this release and of the live shell are kept', async () => {
  const site = await start();
  const { shell, games } = site.releases;
  await site.report([
    'TypeError: section',
    '    at x (https://evil.example/x.mjs:1:1)',
    `    at x (https://evil.example/releases/games/${games?.id}/${script}:1:1)`,
    site.at('nowhere.mjs:1:1'),
    site.at('../../shell/document.html:1:1'),
    site.at(`${script}?q=ada:1:1`),
    site.at(`${script}:99999999:1`),
    `x@https://www.example.com/releases/shell/${shell?.id}/main.0a1b2c3d.mjs:1:22`,
    site.at(`${script}:1:1`),
  ]);
  const [{ lines = [] } = {}] = await site.faults();
  expect(lines).toEqual(['shell: main.0a1b2c3d.mjs:1:22', `src/page.tsx:7 (${script}:1:1)`]);
});

test('forged reports push out neither one another without bound nor what several visitors met', async () => {
  const site = await start();
  const told = ['TypeError: section', site.at(`${script}:1:1`)];
  await site.report(told, 1);
  await site.report(told, 2);
  // Noted in the background: the forged ones come after two visitors met it.
  await site.settled();
  for (let forged = 3; forged < 60; forged += 1)
    await site.report([`TypeError: ${forged}`, site.at(`${script}:1:${forged}`)], forged);
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
])('a report of nonsense is counted, and not kept', async (nonsense) => {
  const site = await start();
  expect((await site.report([nonsense])).status).toBe(200);
  for (const { message, lines } of await site.faults()) {
    expect(message).toMatch(/^[ -~]{0,200}$/);
    expect(lines).toEqual([]);
  }
});

test('the shell that a document leaves out says in its address what it threw', async () => {
  const site = await start();
  const { id } = await site.layShell();
  const place = 'main.0a1b2c3d.mjs:1:9';
  const message = 'TypeError: shell is undefined';
  const said = `shell@${id} ${message} ${message}\nx@/releases/shell/${id}/${place}`;
  await site.get(`/home?without=${encodeURIComponent(said)}`, fromHousehold(1));
  await site.settled();
  expect(await readFaults(site.store, { name: 'shell' })).toMatchObject([
    { id, message, lines: [place] },
  ]);
});
