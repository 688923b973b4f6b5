import { beforeEach, expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { activate, retire, rollBack } from '../live/move-live.ts';
import { readLiveOf } from './release-rows.ts';
import { appendLog, changeSite, ownerActor, readLog, type Store } from './store.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

const add = (did: string) => store.database.transact((tx) => appendLog(tx, { ...ownerActor, did }));

test('concurrent lines are all logged', async () => {
  const words = Array.from({ length: 20 }, (_, number) => `number ${number}`);
  await Promise.all(words.map(add));
  expect((await readLog(store)).map(({ did }) => did).sort()).toEqual(words.sort());
});

test('the log has deploys, roll-backs, and retirements with the live ids', async () => {
  const lay = (words: string) => addRelease(store, 'home', { 'main.mjs': words });
  const [first, second, third] = [await lay('first'), await lay('second'), await lay('third')];
  await changeSite(store, (tx) => activate(tx, first));
  const actor = { key: 'site', reason: 'it fails' };
  await rollBack(store, 'home', second.id, { actor });
  await retire(store, 'home');
  await rollBack(store, 'home');
  await changeSite(store, (tx) => activate(tx, first));
  const seen = (await readLog(store)).map(({ key, did, from, to, reason }) =>
    [key, did, from, to, reason].filter((part) => part !== undefined),
  );
  expect(seen).toEqual([
    ['owner', 'deploy', third.id, first.id],
    ['site', 'roll back', first.id, second.id, 'it fails'],
    ['owner', 'retire', second.id, ''],
    ['owner', 'roll back', '', second.id],
    ['owner', 'deploy', second.id, first.id],
  ]);
});

test('a change that cannot be logged does not happen', async () => {
  const [first, second] = [
    await addRelease(store, 'home', { 'main.mjs': 'first' }),
    await addRelease(store, 'home', { 'main.mjs': 'second' }),
  ];
  await store.database.run('ALTER TABLE log RENAME TO elsewhere');
  await expect(rollBack(store, 'home')).rejects.toThrow();
  expect((await readLiveOf(store.database, 'home')).ids).toEqual([second.id, first.id]);
});
