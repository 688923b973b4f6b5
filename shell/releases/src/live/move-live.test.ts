import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { addPreview, addRelease, point } from '@portfolio/test-support/add-release.ts';
import { loseFile, loseRelease } from '@portfolio/test-support/damage.ts';
import {
  addSmallSite,
  fragmentsOf,
  sectionFiles,
  shellFiles,
} from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import type { Release } from '../release/release.ts';
import { changeSite, readLiveOf, readLog, type Store } from '../store/store.ts';
import { activate, type MoveOptions, retire, rollBack, wasRolledBack } from './change-live.ts';
import { readLiveSet } from './follow-live-releases.ts';

let store: Store;
let ids: readonly string[];

const makeLive = (release: Release, options?: MoveOptions) =>
  changeSite(store, (tx) => activate(tx, release, options));
const idsOf = async (name: string) => (await readLiveOf(store.database, name)).ids;

test('a release that differs in rendered pages alone replaces the live one, which is no fallback', async () => {
  store = await temporaryStore();
  await addSmallSite(store);
  const render = async (title: string, html: string) => {
    const fragments = { 'fragments/games.json': fragmentsOf(html) };
    const files = { ...sectionFiles('games', title), ...fragments };
    const release = await addPreview(store, 'games', files);
    await makeLive(release);
    return release;
  };
  const before = await render('one', 'old');
  const live = await render('two', 'old');
  const again = await render('two', 'new');
  expect((await idsOf('games')).slice(0, 2)).toEqual([again.id, before.id]);
  expect(await wasRolledBack(store, live)).toBe(false);
  const next = await render('three', 'new');
  expect((await idsOf('games')).slice(0, 2)).toEqual([next.id, again.id]);
  // A release that was rolled back stays so, whatever it is rendered with.
  await rollBack(store, 'games');
  const anew = { ...sectionFiles('games', 'three'), 'fragments/games.json': fragmentsOf('anew') };
  expect(await wasRolledBack(store, await addPreview(store, 'games', anew))).toBe(true);
});

describe('the log', () => {
  beforeEach(async () => {
    store = await temporaryStore();
  });
  const lay = (words: string) => addRelease(store, 'home', { 'main.mjs': words });

  test('has deploys, roll-backs, and retirements with the live ids', async () => {
    const [first, second, third] = [await lay('first'), await lay('second'), await lay('third')];
    await makeLive(first);
    await rollBack(store, 'home', second.id, { key: 'team' });
    await retire(store, 'home');
    await rollBack(store, 'home');
    await makeLive(first);
    const seen = (await readLog(store)).map(({ key, did, from, to }) => [key, did, from, to]);
    expect(seen).toEqual([
      ['owner', 'deploy', third.id, first.id],
      ['team', 'roll back', first.id, second.id],
      ['owner', 'retire', second.id, ''],
      ['owner', 'roll back', '', second.id],
      ['owner', 'deploy', second.id, first.id],
    ]);
  });

  test('fails with its change', async () => {
    const [first, second] = [await lay('first'), await lay('second')];
    await store.database.run('ALTER TABLE log RENAME TO elsewhere');
    await expect(rollBack(store, 'home')).rejects.toThrow();
    expect(await idsOf('home')).toEqual([second.id, first.id]);
  });
});

describe('a roll-back', () => {
  beforeAll(async () => {
    store = await temporaryStore();
    for (const words of ['first', 'second', 'third'])
      await addRelease(store, 'home', { 'remoteEntry.mjs': words });
    ids = await idsOf('home');
  });
  beforeEach(() => point(store, 'home', ids));

  test.each([
    ['the release before live, and the left one is no fallback', [undefined], [1, 2]],
    ['a named release live, and leaves all later ones', [2], [2]],
    ['a left release live again, with the others as fallbacks', [2, 0], [0, 2]],
  ])('makes %s', async (_what, steps, left) => {
    for (const at of steps) {
      const id = at === undefined ? undefined : ids[at];
      expect(await rollBack(store, 'home', id)).toBe(id ?? ids[1]);
    }
    expect(await idsOf('home')).toEqual(left.map((at) => ids[at]));
  });

  test('is refused without a release before, and nothing changes', async () => {
    await point(store, 'home', ids.slice(0, 1));
    await expect(rollBack(store, 'home')).rejects.toThrow(
      'home has no release before the live one. Name one with `npx portfolio rollback home <id>`',
    );
    expect(await idsOf('home')).toEqual(ids.slice(0, 1));
  });

  test.each(['ffffffffffff', '../../shell', 'x'])('to %j is refused', async (id) => {
    await expect(rollBack(store, 'home', id)).rejects.toThrow(`There is no release ${id} of home.`);
    expect(await idsOf('home')).toEqual(ids);
  });

  test('to a broken or lost release is refused', async () => {
    const broken = await addRelease(store, 'games', { 'remoteEntry.mjs': 'broken' });
    await addRelease(store, 'games', { 'remoteEntry.mjs': 'good' });
    const before = await idsOf('games');
    await loseFile(store, broken, 'remoteEntry.mjs');
    const sentence = 'remoteEntry.mjs is not what its hash says';
    await expect(rollBack(store, 'games')).rejects.toThrow(sentence);
    await loseRelease(store, broken);
    await expect(rollBack(store, 'games')).rejects.toThrow(`There is no release ${broken.id}`);
    expect(await idsOf('games')).toEqual(before);
  });
});

describe('retiring', () => {
  beforeEach(async () => {
    store = await temporaryStore();
    await addSmallSite(store);
    await addRelease(store, 'games', sectionFiles('games', 'Second'));
    ids = await idsOf('games');
  });

  const paths = async () => (await readLiveSet(store))?.pages.map(({ path }) => path);

  test('removes the page of a section, and a roll-back restores it, or a named release', async () => {
    expect(await paths()).toEqual(['/home', '/games']);
    expect(await retire(store, 'games')).toBe(ids[0]);
    expect(await paths()).toEqual(['/home']);
    expect(await rollBack(store, 'games')).toBe(ids[0]);
    expect(await idsOf('games')).toEqual(ids);
    expect(await paths()).toEqual(['/home', '/games']);
    await retire(store, 'games');
    expect(await rollBack(store, 'games', ids[1])).toBe(ids[1]);
    expect(await idsOf('games')).toEqual([ids[1]]);
  });

  test('can be repeated, and is refused for a section that was never live, and for the shell', async () => {
    await retire(store, 'games');
    expect(await retire(store, 'games')).toBe(ids[0]);
    expect(await rollBack(store, 'games')).toBe(ids[0]);
    await expect(retire(store, 'blog')).rejects.toThrow('blog is not live');
    await expect(retire(store, 'shell')).rejects.toThrow('Without the shell there is no site');
  });
});

describe('a change is checked against what is live', () => {
  let games: Release;
  beforeEach(async () => {
    store = await temporaryStore();
    await addSmallSite(store);
    const provides = { react: '19.2.0' };
    await addRelease(store, 'shell', { ...shellFiles, 'x.mjs': '1' }, { provides });
    await addRelease(store, 'shell', { ...shellFiles, 'x.mjs': '2' }, { provides });
    games = await addRelease(store, 'games', sectionFiles('games', 'Needs'), {
      requires: { react: '^19.0.0' },
    });
  });

  test('a shell that does not meet the requirements of live sections is refused', async () => {
    const [, before = '', first = ''] = await idsOf('shell');
    await expect(rollBack(store, 'shell', first)).rejects.toThrow(
      'games requires react, which this shell does not provide.',
    );
    expect(await readLog(store)).toEqual([]);
    expect(await rollBack(store, 'shell')).toBe(before);
    expect((await idsOf('shell'))[0]).toBe(before);
  });

  test('is refused if another release is live than the caller saw, and may be repeated', async () => {
    const next = await addPreview(store, 'games', sectionFiles('games', 'Next'));
    const seen = { expectLive: games.id };
    await expect(makeLive(next, { expectLive: '' })).rejects.toThrow(
      `Meanwhile games@${games.id} went live, and you saw none.`,
    );
    for (let turn = 0; turn < 2; turn += 1) await makeLive(next, seen);
    await expect(rollBack(store, 'games', games.id, seen)).rejects.toThrow(`games@${next.id}`);
  });
});
