import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { deployFiles, addRelease as lay, point } from '@portfolio/test-support/add-release.ts';
import { loseFile, loseRelease } from '@portfolio/test-support/damage.ts';
import {
  addSmallSite,
  fragmentsOf,
  sectionFiles,
  shellFiles,
} from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import type { Release } from '../release/release.ts';
import { findRelease, listReleases, readLiveOf, readLog, type Store } from '../store/store.ts';
import { type AddOptions, retire, rollBack } from './change-live.ts';
import { readLiveSet } from './follow-live-releases.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

const add = (name: string, files: Record<string, string>, options?: AddOptions, says?: object) =>
  deployFiles(store, name, files, options, says);

const files = {
  'remoteEntry.mjs': 'export const pig = "ruby";',
  'locales/en.yaml': 'pig: { document: { title: Pig } }',
};
const idsOf = async (name: string) => (await readLiveOf(store.database, name)).ids;

test('a release is described by its files, of now, live, and in the log', async () => {
  const release = await add('pig', files, {}, { createdAt: '2136-01-01T00:00:00.000Z' });
  expect(Date.parse(release.createdAt)).toBeLessThanOrEqual(Date.now());
  expect(release.files).toEqual({
    'locales/en.yaml': { bytes: 33, integrity: expect.stringMatching(/^sha384-.{64}$/) },
    'remoteEntry.mjs': {
      bytes: 26,
      integrity: 'sha384-OMPcm+IS7Vlgk4QSWYEHafptSVBXXD7ntnZ24Sh/OzBFjlIe+PYbsp+0kC8JIJKk',
    },
  });
  expect(await findRelease(store.database, release)).toEqual(release);
  const state = { ids: [release.id], retired: [], builtFrom: null };
  expect(await readLiveOf(store.database, 'pig')).toEqual(state);
  const moved = { section: 'pig', release: release.id, from: '', to: release.id };
  expect(await readLog(store)).toMatchObject([{ key: 'owner', did: 'deploy', ...moved }]);
});

test('equal content is one release, which keeps its first description, and becomes live again', async () => {
  const first = await add('pig', files);
  const second = await add('pig', { ...files, 'remoteEntry.mjs': '1' });
  for (const _ of [1, 2]) expect(await add('pig', files)).toEqual(first);
  expect(await idsOf('pig')).toEqual([first.id, second.id]);
});

test('a page that the live release has as well was examined, and any other is', async () => {
  const bad = { ...files, 'fragments/pig.json': fragmentsOf('<p onclick="pig()">') };
  await lay(store, 'pig', bad);
  await add('pig', { ...bad, 'remoteEntry.mjs': '1' });
  await expect(add('sow', bad)).rejects.toThrow('has a handler: onclick');
});

test('a preview is logged and not live, and a check stores nothing', async () => {
  await add('pig', files, { isCheckOnly: true });
  expect(await listReleases(store)).toEqual([]);
  const { id } = await add('pig', files, { isPreview: true, key: 'team' });
  expect(await idsOf('pig')).toEqual([]);
  expect(await readLog(store)).toMatchObject([
    { key: 'team', did: 'publish a preview', section: 'pig', release: id },
  ]);
});

/** A script that does not shrink below the bound. */
const heavyScript = randomBytes(60_000).toString('base64');

const foreign =
  /^locales\/en\.yaml has the top-level key "hog"; a section's texts belong below "pig"\.$/;
const heavy =
  /^Its entry has 60,\d{3} bytes \(brotli\), 10,\d{3} more than the 50,000 that pig may load with its page\. Import less of it at first\.$/;
const large =
  /^film\.mp4 has more than the 16,777,216 bytes of a file: make it smaller, or load it from another place, which "origins" in package\.json names\.$/;
const absent = /^entry is no plain path\.\nentry is none of the files\.$/;

test.each([
  ['has foreign texts', { 'locales/en.yaml': `${files['locales/en.yaml']}\nhog: Hog` }, foreign],
  ['has no entry', { 'remoteEntry.mjs': undefined }, absent],
  ['has a heavy entry', { 'remoteEntry.mjs': heavyScript }, heavy],
  ['has a film of 17 MB', { 'film.mp4': 'x'.repeat(17_000_000) }, large],
])('a release that %s is refused, and leaves nothing', async (_what, changed, fault) => {
  const all = Object.entries({ ...files, ...changed }).filter(([, text]) => text !== undefined);
  const refused = add('pig', Object.fromEntries(all) as Record<string, string>);
  const said = await refused.catch((error: Error) => error.message);
  const [head, ...faults] = String(said).split('\n  - ');
  expect(head).toBe('pig cannot go live. Correct this first:');
  expect(faults.join('\n')).toMatch(fault);
  expect(await listReleases(store)).toEqual([]);
});

test('a release that differs in rendered pages alone replaces the live one, which is no fallback', async () => {
  await addSmallSite(store);
  const render = (title: string, html: string, options?: AddOptions) => {
    const fragments = { 'fragments/games.json': fragmentsOf(html) };
    return add('games', { ...sectionFiles('games', title), ...fragments }, options);
  };
  const before = await render('one', 'old');
  const live = await render('two', 'old');
  const again = await render('two', 'new');
  expect((await idsOf('games')).slice(0, 2)).toEqual([again.id, before.id]);
  // The live one was not rolled back.
  expect(await render('two', 'old', { isUnasked: true })).toEqual(live);
  const next = await render('three', 'new');
  expect((await idsOf('games')).slice(0, 2)).toEqual([next.id, live.id]);
  // A release that was rolled back stays so, whatever it is rendered with, until it is named.
  await rollBack(store, 'games');
  const stays =
    /^(games)@(\w{12}), which these sources make, was rolled back and stays so\. To make it live again: npx portfolio rollback \1 \2$/;
  await expect(render('three', 'anew', { isUnasked: true })).rejects.toThrow(stays);
  const { id } = await render('three', 'anew');
  expect((await idsOf('games'))[0]).toBe(id);
});

describe('the log', () => {
  const deploy = (words: string) => add('home', { 'main.mjs': words });

  test('has deploys, roll-backs, and retirements with the live ids', async () => {
    const all = await Array.fromAsync(['first', 'second', 'third'], deploy);
    const [first, second, third] = all as [Release, Release, Release];
    await deploy('first');
    await rollBack(store, 'home', second.id, { key: 'team' });
    await retire(store, 'home');
    await rollBack(store, 'home');
    await deploy('first');
    const lines = await readLog(store);
    const seen = lines.map(({ key, did, release, from, to }) => [key, did, release, from, to]);
    expect(seen.slice(2)).toEqual([
      ['owner', 'deploy', third.id, second.id, third.id],
      ['owner', 'deploy', first.id, third.id, first.id],
      ['team', 'roll back', second.id, first.id, second.id],
      ['owner', 'retire', undefined, second.id, ''],
      ['owner', 'roll back', second.id, '', second.id],
      ['owner', 'deploy', first.id, second.id, first.id],
    ]);
  });

  test('fails with its change', async () => {
    const [first, second] = [await deploy('first'), await deploy('second')];
    await store.database.run('ALTER TABLE log RENAME TO elsewhere');
    await expect(rollBack(store, 'home')).rejects.toThrow();
    expect(await idsOf('home')).toEqual([second.id, first.id]);
  });
});

describe('a roll-back', () => {
  let ids: readonly string[];
  beforeEach(async () => {
    for (const words of ['first', 'second', 'third'])
      await lay(store, 'home', { 'remoteEntry.mjs': words });
    ids = await idsOf('home');
  });

  test.each([
    ['the release before live, and the left one is no fallback', [undefined], [1, 2]],
    ['a named release live, which leaves all later ones, and a left one again', [2, 0], [0, 2]],
  ])('makes %s', async (_what, steps, left) => {
    for (const at of steps) {
      const id = at === undefined ? undefined : ids[at];
      expect(await rollBack(store, 'home', id)).toBe(id ?? ids[1]);
    }
    expect(await idsOf('home')).toEqual(left.map((at) => ids[at]));
  });

  test('is refused without a release before, and nothing changes', async () => {
    await point(store, 'home', ids.slice(0, 1));
    const sentence =
      'home has no release before the live one. Name one with `npx portfolio rollback home <id>`; `npx portfolio releases` lists them.';
    const more = `${sentence} To take it off the site: npx portfolio releases retire home`;
    await expect(rollBack(store, 'home')).rejects.toThrow(new Error(more));
    const ofShell = sentence.replaceAll('home', 'shell');
    await expect(rollBack(store, 'shell')).rejects.toThrow(new Error(ofShell));
    expect(await idsOf('home')).toEqual(ids.slice(0, 1));
  });

  test.each(['ffffffffffff', '../../shell', 'x\0'])('to %j is refused', async (id) => {
    const sentence = `There is no release ${id} of home. \`npx portfolio releases\` lists the ones there are.`;
    await expect(rollBack(store, 'home', id)).rejects.toThrow(sentence);
    expect(await idsOf('home')).toEqual(ids);
  });

  test('to a broken or lost release is refused', async () => {
    const broken = await lay(store, 'games', { 'remoteEntry.mjs': 'broken' });
    await lay(store, 'games', { 'remoteEntry.mjs': 'good' });
    const before = await idsOf('games');
    await loseFile(store, broken, 'remoteEntry.mjs');
    const sentence = `games@${broken.id} cannot go live. Correct this first:\n  - remoteEntry.mjs is not what its hash says`;
    await expect(rollBack(store, 'games')).rejects.toThrow(new Error(sentence));
    await loseRelease(store, broken);
    await expect(rollBack(store, 'games')).rejects.toThrow(`There is no release ${broken.id}`);
    expect(await idsOf('games')).toEqual(before);
  });
});

describe('retiring', () => {
  let ids: readonly string[];
  beforeEach(async () => {
    await addSmallSite(store);
    await lay(store, 'games', sectionFiles('games', 'Second'));
    ids = await idsOf('games');
  });

  const paths = async () => (await readLiveSet(store))?.pages.map((page) => page.path);

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
    const nothing = 'blog is not live, so there is nothing to retire.';
    await expect(retire(store, 'blog')).rejects.toThrow(nothing);
    const shell = `Without the shell there is no site, so it cannot be retired. Go back to the one before with: npx portfolio rollback shell`;
    await expect(retire(store, 'shell')).rejects.toThrow(shell);
  });
});

describe('a change is checked against what is live', () => {
  let games: Release;
  beforeEach(async () => {
    await addSmallSite(store);
    const provides = { react: '19.2.0' };
    await lay(store, 'shell', { ...shellFiles, 'x.mjs': '1' }, { provides });
    await lay(store, 'shell', { ...shellFiles, 'x.mjs': '2' }, { provides });
    games = await lay(store, 'games', sectionFiles('games', 'A'), { requires: { react: '^19.0' } });
  });

  test('a shell that does not meet the requirements of live sections is refused', async () => {
    const [, before = '', first = ''] = await idsOf('shell');
    const fault = 'games requires react, which the shell does not provide.';
    await expect(rollBack(store, 'shell', first)).rejects.toThrow(fault);
    expect(await readLog(store)).toEqual([]);
    expect(await rollBack(store, 'shell')).toBe(before);
    expect((await idsOf('shell'))[0]).toBe(before);
  });

  test('is refused if another release is live than the caller saw, and may be repeated', async () => {
    const next = (expectLive: string) => add('games', sectionFiles('games', 'New'), { expectLive });
    const before = await listReleases(store);
    const fault = `Meanwhile games@${games.id} went live, and you saw none. Look at it, and deploy again.`;
    await expect(next('')).rejects.toThrow(fault);
    expect(await listReleases(store)).toEqual(before);
    const { id } = await next(games.id);
    await next(games.id);
    const seen = { expectLive: games.id };
    const other = `Meanwhile games@${id} went live, and you saw ${games.id}.`;
    await expect(rollBack(store, 'games', games.id, seen)).rejects.toThrow(other);
    await retire(store, 'games');
    const gone = `Meanwhile games was taken out of what is live, and you saw ${id}.`;
    await expect(next(id)).rejects.toThrow(gone);
  });
});
