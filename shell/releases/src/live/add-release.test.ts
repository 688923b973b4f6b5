import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { addPreview, declared, addRelease as lay } from '@portfolio/test-support/add-release.ts';
import { addSmallSite, fragmentsOf, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { describeContent } from '../release/files.ts';
import {
  changeSite,
  findRelease,
  listReleases,
  readLiveOf,
  readLog,
  type Store,
} from '../store/store.ts';
import { type AddOptions, addRelease, retire, rollBack } from './change-live.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

/** Adds a release of these files, as a deploy does. */
async function add(
  name: string,
  files: Record<string, string>,
  options: AddOptions = {},
  says = {},
) {
  const folder = temporaryFolder();
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return addRelease(store, folder, { ...declared(name, files), ...says }, options);
}

const script = 'export const pig = "ruby";'.repeat(50);
const text = 'pig: { document: { title: Pig } }';
const files = { 'remoteEntry.mjs': script, 'locales/en.yaml': text };
const liveIds = async (name: string) => (await readLiveOf(store.database, name)).ids;

test('a release is described by its files, live, and in the log', async () => {
  const release = await add('pig', files);
  expect(release.files).toEqual({
    'locales/en.yaml': await describeContent(Buffer.from(text)),
    'remoteEntry.mjs': await describeContent(Buffer.from(script)),
  });
  expect(await findRelease(store.database, release)).toEqual(release);
  expect(await liveIds('pig')).toEqual([release.id]);
  expect(await readLog(store)).toMatchObject([{ did: 'deploy', key: 'owner', to: release.id }]);
});

test('equal content is one release, which keeps its first description, and becomes live again', async () => {
  const first = await add('pig', files);
  const second = await add('pig', { ...files, 'remoteEntry.mjs': '1' });
  expect(await add('pig', files)).toEqual(first);
  expect(await liveIds('pig')).toEqual([first.id, second.id]);
});

test('a page that the live release has as well was examined, and any other is', async () => {
  const bad = { ...files, 'fragments/pig.json': fragmentsOf('<p onclick="pig()">') };
  await lay(store, 'pig', bad);
  await add('pig', { ...bad, 'remoteEntry.mjs': '1' });
  await expect(add('sow', bad)).rejects.toThrow('has a handler: onclick');
});

test('a release is of now, whatever its build says', async () => {
  const { createdAt } = await add('pig', files, {}, { createdAt: '2136-01-01T00:00:00.000Z' });
  expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
});

test('a preview is logged and not live, and a check stores nothing', async () => {
  await add('pig', files, { isCheckOnly: true });
  expect(await listReleases(store)).toEqual([]);
  const key = 'team';
  const { id } = await add('pig', files, { isPreview: true, key });
  expect(await liveIds('pig')).toEqual([]);
  expect(await readLog(store)).toMatchObject([
    { key, did: 'publish a preview', section: 'pig', release: id },
  ]);
});

test.each([
  ['has texts of another section', { 'locales/en.yaml': 'hog: { title: Hog }' }, 'below "pig"'],
  ['has no entry', { 'remoteEntry.mjs': undefined }, 'entry is none of the files'],
  ['has a heavy entry', { 'remoteEntry.mjs': heavyScript() }, 'Its entry has'],
  [
    'has a film of 17 MB',
    { 'film.mp4': 'x'.repeat(17_000_000) },
    'film.mp4 has more than the 16,777,216 bytes of a file: make it smaller, or load it from another place',
  ],
  [
    'has pages that no deploy writes',
    { 'fragments/pig.json': '[1]' },
    'is not what a deploy writes',
  ],
])('a release that %s is refused, and leaves nothing', async (_what, changed, sentence) => {
  const all = Object.entries({ ...files, ...changed }).filter(([, text]) => text !== undefined);
  const refused = add('pig', Object.fromEntries(all) as Record<string, string>);
  await expect(refused).rejects.toThrow(sentence);
  expect(await listReleases(store)).toEqual([]);
});

/** A script that does not shrink below the bound. */
function heavyScript(): string {
  return randomBytes(60_000).toString('base64');
}

const title = (words: string) => ({ ...files, 'remoteEntry.mjs': words });
const known = async (name: string) => (await listReleases(store, name)).map(({ id }) => id);

/** Makes all releases that left as old as that. */
const age = (days: number) =>
  changeSite(store, (tx) =>
    tx.run('UPDATE releases SET left_at = left_at - $1', [days * 86_400_000]),
  );

test('a publication keeps what is live, the one before, a week, and the 20 newest', async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 25; turn += 1)
    ids.push((await lay(store, 'pig', { 'main.mjs': `${turn}` })).id);
  ids.push((await add('pig', title('young'))).id);
  expect(await known('pig')).toHaveLength(26);
  await age(7);
  ids.push((await add('pig', title('newest'))).id);
  const kept = await known('pig');
  expect(kept.toSorted()).toEqual(ids.slice(-23).sort());
  expect(await liveIds('pig')).toEqual(ids.slice(-23).reverse());
  const [row] = await store.database.run('SELECT COUNT(*) AS count FROM archives');
  expect(row).toMatchObject({ count: 23 });
});

test('a publication keeps ten previews beside the new one, and what was retired', async () => {
  const live = [await add('pig', title('one')), await add('pig', title('two'))];
  await retire(store, 'pig');
  await age(365);
  for (let turn = 0; turn < 25; turn += 1) await lay(store, 'other', { 'main.mjs': `${turn}` });
  const previews: string[] = [];
  for (let turn = 0; turn < 13; turn += 1)
    previews.push((await add('pig', title(`${turn}`), { isPreview: true })).id);
  const kept = await known('pig');
  expect(kept).toEqual(expect.arrayContaining([...live.map(({ id }) => id), previews[12]]));
  expect(kept).toHaveLength(13);
  expect(await rollBack(store, 'pig')).toBe(live[1]?.id);
});

test('a release that is published again is not removed as the oldest preview', async () => {
  const first = await add('pig', title('first'), { isPreview: true });
  for (let turn = 0; turn < 10; turn += 1) await addPreview(store, 'pig', title(`${turn}`));
  await add('pig', title('first'));
  expect(await liveIds('pig')).toEqual([first.id]);
});

test('the list shows live, earlier, rolled back, preview and retired releases', async () => {
  await addSmallSite(store);
  const names: Record<string, string> = {};
  const note = async (adding: Promise<{ id: string }>, word: string) => {
    names[(await adding).id] = word;
  };
  const shop = (word: string) => ({ ...sectionFiles('shop', 'Shop'), 'remoteEntry.mjs': word });
  for (const word of ['first', 'second', 'third']) await note(add('shop', shop(word)), word);
  await note(add('shop', shop('previewed'), { isPreview: true }), 'previewed');
  await note(add('shop', shop('fourth')), 'fourth');
  await rollBack(store, 'shop');
  const rows = await listReleases(store, 'shop');
  expect(rows[0]).toMatchObject({ commit: 'abc1234', failed: 0 });
  const places = async () =>
    Object.fromEntries((await listReleases(store, 'shop')).map(({ id, is }) => [names[id], is]));
  const left = { fourth: 'rolled back', previewed: 'preview', first: 'older' };
  expect(await places()).toEqual({ ...left, third: 'live', second: 'previous' });
  await retire(store, 'shop');
  expect(await places()).toEqual({ ...left, third: 'retired', second: 'older' });
});
