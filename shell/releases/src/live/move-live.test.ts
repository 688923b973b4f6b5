import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { defaultPage } from '@portfolio/contract/pages.ts';
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
import { readLog } from '../store/audit-log.ts';
import { listReleases } from '../store/list-releases.ts';
import { readLiveOf } from '../store/release-rows.ts';
import { changeSite, type Store } from '../store/store.ts';
import { followLiveReleases, type LiveReleases } from './follow-live-releases.ts';
import { withReleases } from './live-set.ts';
import { activate, retire, rollBack, wasRolledBack } from './move-live.ts';

let store: Store;
let ids: readonly string[];

const idsOf = (name: string) => readLiveOf(store, name).ids;

test('a release that differs in rendered pages alone replaces the live one, which is no fallback', async () => {
  store = await temporaryStore();
  await addSmallSite(store);
  const render = async (title: string, html: string) => {
    const fragments = { 'fragments/games.json': fragmentsOf(html) };
    const files = { ...sectionFiles('games', title), ...fragments };
    const release = await addPreview(store, 'games', files);
    await activate(store, release);
    return release;
  };
  const before = await render('one', 'old');
  const live = await render('two', 'old');
  const again = await render('two', 'new');
  expect(idsOf('games').slice(0, 2)).toEqual([again.id, before.id]);
  expect(wasRolledBack(store, live)).toBe(false);
  const next = await render('three', 'new');
  expect(idsOf('games').slice(0, 2)).toEqual([next.id, again.id]);
  // A release that was rolled back stays so, whatever it is rendered with.
  await rollBack(store, 'games');
  const anew = { ...sectionFiles('games', 'three'), 'fragments/games.json': fragmentsOf('anew') };
  expect(wasRolledBack(store, await addPreview(store, 'games', anew))).toBe(true);
});

describe('a roll-back', () => {
  beforeAll(async () => {
    store = await temporaryStore();
    for (const words of ['first', 'second', 'third'])
      await addRelease(store, 'home', { 'remoteEntry.mjs': words });
    ids = idsOf('home');
  });
  beforeEach(() => point(store, 'home', ids));

  test('makes the release before live, and the left one is no fallback', async () => {
    expect(await rollBack(store, 'home')).toBe(ids[1]);
    expect(idsOf('home')).toEqual(ids.slice(1));
  });

  test('makes a named release live, and leaves all later ones', async () => {
    expect(await rollBack(store, 'home', ids[2])).toBe(ids[2]);
    expect(idsOf('home')).toEqual([ids[2]]);
  });

  test('can make a left release live again, with the others as fallbacks', async () => {
    await rollBack(store, 'home', ids[2]);
    await rollBack(store, 'home', ids[0]);
    expect(idsOf('home')).toEqual([ids[0], ids[2]]);
  });

  test('is refused without a release before, and nothing changes', async () => {
    await point(store, 'home', ids.slice(0, 1));
    await expect(rollBack(store, 'home')).rejects.toThrow(
      'home has no release before the live one. Name one with `npx portfolio rollback home <id>`',
    );
    expect(idsOf('home')).toEqual(ids.slice(0, 1));
  });

  test.each(['ffffffffffff', '../../shell', 'x'])('to %j is refused', async (id) => {
    await expect(rollBack(store, 'home', id)).rejects.toThrow(`There is no release ${id} of home.`);
    expect(idsOf('home')).toEqual(ids);
  });

  test('to a broken or lost release is refused', async () => {
    const broken = await addRelease(store, 'games', { 'remoteEntry.mjs': 'broken' });
    await addRelease(store, 'games', { 'remoteEntry.mjs': 'good' });
    const before = idsOf('games');
    await loseFile(store, broken, 'remoteEntry.mjs');
    await expect(rollBack(store, 'games')).rejects.toThrow('remoteEntry.mjs is missing');
    await loseRelease(store, broken);
    await expect(rollBack(store, 'games')).rejects.toThrow(`There is no release ${broken.id}`);
    expect(idsOf('games')).toEqual(before);
  });
});

describe('retiring', () => {
  let live: LiveReleases;
  beforeEach(async () => {
    store = await temporaryStore();
    live = followLiveReleases(store, createLog('silent'));
    await addSmallSite(store);
    await addRelease(store, 'games', sectionFiles('games', 'Second'));
    ids = idsOf('games');
  });

  const liveSet = async () => {
    const set = await live.current();
    if (!set) throw new Error('There is no site');
    return set;
  };
  const paths = async () => (await liveSet()).pages.map(({ path }) => path);

  test('removes the page of a section, and a roll-back restores it', async () => {
    expect(await paths()).toEqual(['/home', '/games']);
    expect(await retire(store, 'games')).toBe(ids[0]);
    expect(await paths()).toEqual(['/home']);
    expect((await liveSet()).key).not.toContain('games@');
    expect(await rollBack(store, 'games')).toBe(ids[0]);
    expect(idsOf('games')).toEqual(ids);
    expect(await paths()).toEqual(['/home', '/games']);
  });

  test('can be undone with a named release', async () => {
    await retire(store, 'games');
    expect(await rollBack(store, 'games', ids[1])).toBe(ids[1]);
    expect(idsOf('games')).toEqual([ids[1]]);
  });

  test('keeps the releases for open pages, and the list shows their states', async () => {
    const before = await liveSet();
    await retire(store, 'games');
    const refs = [{ name: 'games', id: String(ids[0]) }];
    const kept = await withReleases(live, await liveSet(), refs);
    expect(kept.key).toBe(before.key);
    const rows = await listReleases(store);
    const games = rows.filter(({ name }) => name === 'games');
    expect(Object.fromEntries(games.map(({ id, is }) => [id, is]))).toEqual({
      [String(ids[0])]: 'retired',
      [String(ids[1])]: 'older',
    });
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
    const [, before = '', first = ''] = idsOf('shell');
    await expect(rollBack(store, 'shell', first)).rejects.toThrow(
      'games requires react, which this shell does not provide.',
    );
    expect(await rollBack(store, 'shell')).toBe(before);
    expect(idsOf('shell')[0]).toBe(before);
  });

  test('only the owner can force a roll-back, which is logged once', async () => {
    const first = idsOf('shell')[2] ?? '';
    const command = `npx portfolio rollback shell ${first} --force`;
    await expect(rollBack(store, 'shell', first)).rejects.toThrow(command);
    await expect(
      rollBack(store, 'shell', first, { actor: { key: 'f'.repeat(16) } }),
    ).rejects.not.toThrow('--force');
    expect(await readLog(store)).toEqual([]);
    await rollBack(store, 'shell', first, { isForced: true });
    expect(idsOf('shell')[0]).toBe(first);
    expect(await readLog(store)).toEqual([expect.objectContaining({ to: first, key: 'owner' })]);
  });

  test.each([
    ['lacks a language', { 'locales/de.yaml': undefined }, {}, 'locales/de.yaml is missing'],
    [
      'lacks a text in one language',
      { 'locales/en.yaml': 'games: { document: { title: Pigs }, more: More }' },
      {},
      'lacks the key "games.more"',
    ],
    ['requires too much', {}, { requires: { react: '^20.0.0' } }, 'provides 19.2.0'],
    ['stands where another stands', {}, { page: pageAt('/home') }, 'where home stands'],
    ['stands below another', {}, { page: pageAt('/home/pigs') }, 'where home stands'],
    [
      'has a page where another has one',
      {},
      { page: pageAt('/pigs'), pages: [pageBelow('/pigs/news')] },
      'It has a page at /pigs/news, where news stands',
    ],
    [
      'is called as another in the navigation',
      { 'locales/en.yaml': 'games: { document: { title: Home en, description: About it } }' },
      { page: pageAt('/pigs') },
      'as home is named',
    ],
    [
      'calls an origin that CONNECT_ORIGINS does not name',
      {},
      { origins: ['https://api.example.com'] },
      'names https://api.example.com, which pages of this site may not call',
    ],
  ])('an old preview that %s does not go live', async (_what, files, says, sentence) => {
    await addRelease(store, 'news', sectionFiles('news', 'News'), {
      page: pageAt('/pigs/news', 'news'),
    });
    const all = { ...sectionFiles('games', 'Old'), ...files } as Record<string, string>;
    const present = Object.entries(all).filter(([, content]) => content !== undefined);
    const preview = await addPreview(store, 'games', Object.fromEntries(present), says);
    await expect(activate(store, preview)).rejects.toThrow(sentence);
    await expect(rollBack(store, 'games', preview.id)).rejects.toThrow(sentence);
    expect(idsOf('games')[0]).toBe(games.id);
  });

  test('a change during the check leads to another check', async () => {
    const preview = await addPreview(store, 'games', sectionFiles('games', 'Late'), {
      requires: { react: '^19.0.0' },
    });
    const first = idsOf('shell')[2] ?? '';
    let tries = 0;
    const transact: typeof store.facts.transact = async (steps) => {
      tries += 1;
      // Another process rolls back to a shell that does not meet the requirements.
      if (tries === 1) await point(store, 'shell', [first]);
      return store.facts.transact(steps);
    };
    const slow = { ...store, facts: { ...store.facts, transact } };
    await expect(activate(slow, preview)).rejects.toThrow('does not provide');
    expect(tries).toBe(1);
    expect(idsOf('games')[0]).toBe(games.id);
  });

  test('concurrent changes happen one after the other', async () => {
    const previews = await Promise.all(
      ['a', 'b', 'c', 'd'].map((word) => addPreview(store, 'games', sectionFiles('games', word))),
    );
    await Promise.all(previews.map((preview) => activate(store, preview)));
    const log = await readLog(store);
    expect(log.map(({ to }) => to).toSorted()).toEqual(previews.map(({ id }) => id).sort());
    for (const [at, { from }] of log.entries()) expect(from).toBe(log[at - 1]?.to ?? games.id);
    expect(idsOf('games').slice(0, 5)).toEqual([...log.map(({ to }) => to).toReversed(), games.id]);
  });

  test('the live release that the caller saw is compared immediately before the change', async () => {
    const onBefore = (live: string | undefined) => {
      if (live !== games.id) throw new Error(`${live} is live`);
    };
    await changeSite(store, function* () {
      yield ["UPDATE live SET ids = '[]' WHERE name = 'games'"];
    });
    await expect(activate(store, games, { onBefore })).rejects.toThrow('undefined is live');
  });
});

function pageAt(path: string, section = 'games') {
  return { ...defaultPage(section), path };
}

function pageBelow(path: string) {
  return { path, title: { en: 'News' }, description: { en: 'News' } };
}
