import { expect, test } from '@jest/globals';
import { addTeam } from '@portfolio/test-support/statements.ts';
import { settingsOf } from '@portfolio/test-support/store-settings.ts';
import { openTemporaryStore, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { allow, readKnownAllowances } from './allowances.ts';
import { readKeys, readKnownKeys, removeKey, useCounter } from './keys.ts';

test('a counter counts once, a key for itself, and the refusal says the highest so far', async () => {
  const store = await temporaryStore();
  await useCounter(store, 'a', 5);
  await useCounter(store, 'b', 1);
  await useCounter(store, 'a', 7);
  for (const counter of [7, 6, 5, 1])
    await expect(useCounter(store, 'a', counter)).rejects.toThrow(
      expect.objectContaining({ status: 409, details: { highest: 7 } }),
    );
  await useCounter(store, 'b', 2);
});

test('keys that stay as they are take one query, and a change by this process counts at once', async () => {
  const store = await temporaryStore();
  const { ledger } = store;
  if (!ledger) throw new Error('A temporary store has a ledger.');
  const { id } = await addTeam(store, ['games']);
  let queries = 0;
  const counted = {
    ...ledger,
    // A database of several machines is asked again after a second.
    stamp: () => (store.remote ? 0 : ledger.stamp()),
    run: ((...asked: Parameters<typeof ledger.run>) => {
      queries += 1;
      return ledger.run(...asked);
    }) as typeof ledger.run,
  };
  const watched = { ...store, ledger: counted };
  for (let call = 0; call < 100; call += 1)
    expect((await readKnownKeys(watched)).map((key) => key.id)).toEqual([id]);
  expect(queries).toBe(1);
  await removeKey(watched, id);
  expect(await readKnownKeys(watched)).toEqual([]);
});

test('what another process changed is read at once, and from memory within two seconds', async () => {
  const store = await temporaryStore();
  const other = await openTemporaryStore(settingsOf(store));
  expect(await readKnownKeys(store)).toEqual([]);
  expect(await readKnownAllowances(store)).toEqual({});
  await allow(other, 'games', { grants: [], scripts: 9 });
  const { id } = await addTeam(other, ['games']);
  expect((await readKeys(store)).map((key) => key.id)).toEqual([id]);
  if (store.remote) await new Promise((resolve) => setTimeout(resolve, 1100));
  expect((await readKnownKeys(store)).map((key) => key.id)).toEqual([id]);
  expect(await readKnownAllowances(store)).toEqual({ games: { scripts: 9 } });
});
