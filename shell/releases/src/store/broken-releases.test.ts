import { beforeEach, expect, test } from '@jest/globals';
import {
  breakDescription,
  breakPages,
  breakPointer,
  loseRelease,
} from '@portfolio/test-support/damage.ts';
import { buildRelease, layRelease, point } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { readLiveSet } from '../live/live-releases.ts';
import { putLive, retire, rollBack } from '../live/move-pointer.ts';
import { readPointer } from '../live/pointer.ts';
import { keepPages, readAllPages } from '../markup/prerendered-pages.ts';
import { findFaults } from './list-releases.ts';
import { publish } from './publish.ts';

const store = await temporaryStore();
const site = await laySmallSite(store);
// What was broken is left where it is: only what is live is as at the beginning.
beforeEach(async () => {
  for (const name of Object.keys(site)) {
    const [id = '', ...before] = await readPointer(store, name).catch(() => ['', '']);
    if (id !== site[name]?.id || before.length > 0)
      await point(store, name, [String(site[name]?.id)]);
  }
});

const texts: [string, string][] = [
  ['broken', 'a: b: c'],
  ['twice the same key', 'games: 1\ngames: 2'],
  ['__proto__', '__proto__: { x: 1 }'],
  ['20,000 levels', `games: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['aliases', `games:\n  a: &a text\n${'  b: *a\n'.replace('b', 'c')}`],
  ['no tree', '- a'],
  ['huge', `games: { a: "${'x'.repeat(70_000)}" }`],
  ['more than a page takes', `games: [${'a,'.repeat(3000)}a]`],
  ['tangled', `games: ${'{ a: '.repeat(15)}${'}'.repeat(15)}`],
];

test.each(texts)(
  'with texts that are %s it falls back to the release before',
  async (_what, yaml) => {
    const files = { ...sectionFiles('games', 'Broken'), 'locales/en.yaml': yaml };
    const broken = await layRelease(store, 'games', files);
    const set = await readLiveSet(store);
    expect(set?.sections.games?.map(({ id }) => id)).toEqual([site.games?.id]);
    expect(set?.sections.home).toHaveLength(1);
    expect(set?.faults).toEqual([expect.objectContaining({ of: `games@${broken.id}` })]);
    expect((await findFaults(store)).join()).toContain(`games@${broken.id}: locales/en.yaml`);
  },
);

test('texts beside those of a section are none of the site', async () => {
  const yaml = 'games: { title: Mine }\nhome: { title: Taken }\nsite: { title: Taken }\nhints: {}';
  await layRelease(store, 'games', { ...sectionFiles('games', 'x'), 'locales/en.yaml': yaml });
  const games = (await readLiveSet(store))?.sections.games?.[0];
  expect(Object.keys(games?.texts.en ?? {})).toEqual(['games', 'hints']);
});

test('what a parser says of texts moves nothing on a terminal', async () => {
  const yaml = 'games: {"\u202e": *a\u202e}';
  await layRelease(store, 'games', { ...sectionFiles('games', 'x'), 'locales/en.yaml': yaml });
  const faults = await findFaults(store);
  expect(faults).toHaveLength(1);
  expect(faults.join()).toMatch(/^[\x20-\x7e]+$/);
});

test('a shell whose document can become no page gives way to the one before', async () => {
  const whole = shellFiles['document.html'];
  for (const html of ['', whole.replaceAll('{{entry}}', ''), whole.replace('{{importMap}}', '')]) {
    const { id } = await layRelease(store, 'shell', { ...shellFiles, 'document.html': html });
    const set = await readLiveSet(store);
    expect(set?.shell.id).toBe(site.shell?.id);
    expect(set?.faults).toContainEqual({
      of: `shell@${id}`,
      reason: expect.stringContaining('no page can be made of it'),
    });
  }
});

const pointers = [
  ['empty', ''],
  ['broken', '{'],
  ['no list', '{"live":1}'],
  ['a list of ways out', '["../../x"]'],
  ['huge', `[${'"aaaaaaaaaaaa",'.repeat(100_000)}"aaaaaaaaaaaa"]`],
];

test.each(pointers)(
  'where a pointer is %s, what was live last goes on, and a named release mends it',
  async (_what, text) => {
    await readLiveSet(store);
    await breakPointer(store, 'games', text);
    const set = await readLiveSet(store);
    expect(set?.sections.games?.map(({ id }) => id)).toEqual([site.games?.id]);
    expect(set?.sections.home).toHaveLength(1);
    expect(set?.faults).toEqual([expect.objectContaining({ of: 'games' })]);
    expect((await findFaults(store)).join()).toContain('npm run rollback -- games <id>');
    await expect(rollBack(store, 'games')).rejects.toThrow('The pointer of games cannot be read');
    await rollBack(store, 'games', site.games?.id);
    expect(await readPointer(store, 'games')).toEqual([site.games?.id]);
    expect((await readLiveSet(store))?.faults).toEqual([]);
  },
);

test('a deploy mends a broken pointer as well, and a section that has one can be retired', async () => {
  await readLiveSet(store);
  await breakPointer(store, 'games', '{');
  const next = await buildRelease(store, 'games', sectionFiles('games', 'Next'));
  const { id } = await publish(store, next.release, next.staging);
  await putLive(store, { name: 'games', id });
  expect(await readPointer(store, 'games')).toEqual([id, site.games?.id]);
  await breakPointer(store, 'home', '{');
  expect(await retire(store, 'home')).toBe(site.home?.id);
  expect((await readLiveSet(store))?.faults).toEqual([]);
});

test.each([
  ['missing', loseRelease],
  ['broken', breakDescription],
])(
  'a live release that is %s gives way to the one before, until it is deployed again',
  async (what, damage) => {
    const files = sectionFiles('games', `Was ${what}`);
    const second = await layRelease(store, 'games', files);
    await damage(store, second);
    const set = await readLiveSet(store);
    expect(set?.sections.games?.map(({ id }) => id)).toEqual([site.games?.id]);
    expect(set?.faults).toEqual([expect.objectContaining({ of: `games@${second.id}` })]);
    expect((await findFaults(store)).join()).toContain(`games@${second.id}`);
    const { release, staging } = await buildRelease(store, 'games', files);
    await putLive(store, await publish(store, release, staging));
    expect((await readLiveSet(store))?.sections.games?.[0]?.id).toBe(second.id);
    expect(await findFaults(store)).toEqual([]);
  },
);

test.each(['{', '["en"]', '{"en":{"html":5}}'])(
  'pages that are broken (%j) are none, and the others are there',
  async (text) => {
    const { games } = site;
    if (!games) throw new Error('The small site has games.');
    const place = { ...games, layout: `${'a'.repeat(12)}-${'b'.repeat(12)}` };
    const page = { html: '<main>Games</main>', css: '', stylesVersion: '6.0.0' };
    const pages = new Map([['en', page]]);
    await keepPages(store, { ...place, layout: place.layout.replace('b', 'c') }, pages);
    await keepPages(store, place, pages);
    await breakPages(store, place, text);
    expect([...(await readAllPages(store, games)).keys()]).toEqual([
      place.layout.replace('b', 'c'),
    ]);
    expect((await readLiveSet(store))?.faults).toEqual([]);
  },
);
