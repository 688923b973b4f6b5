import { rm } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { addPreview, addRelease, buildRelease } from '@portfolio/test-support/add-release.ts';
import { settingsOf, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { contentFile } from '../contents/contents.ts';
import { hashName, integrityOf } from '../contents/integrity.ts';
import { rollBack } from '../live/move-live.ts';
import { listReleases } from './list-releases.ts';
import { publish } from './publish.ts';
import { findRelease, listNames } from './release-rows.ts';

const store = await temporaryStore();
const script = 'export const pig = "ruby";'.repeat(50);
const files = { 'remoteEntry.mjs': script, 'locales/en.yaml': '' };
const first = await addRelease(store, 'home', files);

test('a release lists every file with its size and its integrity', () => {
  expect(first.files).toEqual({
    'locales/en.yaml': { bytes: 0, integrity: integrityOf(Buffer.from('')) },
    'remoteEntry.mjs': { bytes: script.length, integrity: integrityOf(Buffer.from(script)) },
  });
});

test('the id depends only on the names and contents of the files', async () => {
  expect((await addRelease(await temporaryStore(), 'other', files)).id).toBe(first.id);
  const renamed = { 'locales/de.yaml': '', 'remoteEntry.mjs': script };
  expect((await addPreview(store, 'other', renamed)).id).not.toBe(first.id);
});

test('a release is read as it was written, and an unknown one is not found', () => {
  expect(findRelease(store, first)).toEqual(first);
  expect(findRelease(store, { name: 'home', id: 'ffffffffffff' })).toBeUndefined();
  expect(findRelease(store, { name: '../home', id: first.id })).toBeUndefined();
});

test('publishing equal content again keeps the first release', async () => {
  const again = await buildRelease(store, 'home', files);
  const later = { ...again, createdAt: '2036-01-01T00:00:00.000Z' };
  expect(await publish(store, later)).toEqual(first);
});

test('a release whose contents were collected is not published', async () => {
  const built = await buildRelease(store, 'home', { 'main.mjs': 'collected' });
  const { integrity } = built.files['main.mjs'] ?? { integrity: '' };
  const isShared = settingsOf(store).DATABASE_URL !== undefined;
  if (!isShared) await rm(contentFile(store, hashName({ integrity })));
  const published = publish(store, built, function* () {
    // Removes a content between its sending and the row of the release.
    if (isShared) yield ['DELETE FROM contents WHERE hash = $1', [hashName({ integrity })]];
  });
  await expect(published).rejects.toThrow('Deploy again.');
  expect(findRelease(store, built)).toBeUndefined();
});

test('a refused release leaves nothing in the store', async () => {
  const built = await buildRelease(store, 'games', { 'main.mjs': 'too much' });
  const refused = publish(store, built, () => {
    throw new Error('It is too much');
  });
  await expect(refused).rejects.toThrow('It is too much');
  expect(listNames(store)).not.toContain('games');
});

test('the list shows live, earlier, rolled back and preview releases', async () => {
  const names: Record<string, string> = {};
  const lay = async (lay: typeof addRelease, word: string) => {
    const { id } = await lay(store, 'shop', { 'remoteEntry.mjs': word });
    names[id] = word;
  };
  for (const word of ['first', 'second', 'third']) await lay(addRelease, word);
  await lay(addPreview, 'previewed');
  await lay(addRelease, 'fourth');
  await rollBack(store, 'shop');
  const rows = await listReleases(store, 'shop');
  expect(Object.fromEntries(rows.map(({ id, is }) => [names[id], is]))).toEqual({
    fourth: 'rolled back',
    previewed: 'preview',
    third: 'live',
    second: 'previous',
    first: 'older',
  });
  expect(rows.map(({ id }) => names[id])[0]).toBe('fourth');
  expect(rows[0]).toMatchObject({ bytes: 6, commit: 'abc1234', failed: 0 });
});
