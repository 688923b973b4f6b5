import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { emptyStoreSettings } from '@portfolio/test-support/temporary-store.ts';
import { insert, openWords, words } from '@portfolio/test-support/words-database.ts';
import type { Statements } from './database.ts';

async function openEmpty() {
  const place = await emptyStoreSettings();
  return { place, store: await openWords(place) };
}

test('any text is stored unchanged, including a NUL in JSON', async () => {
  const { store } = await openEmpty();
  const text = JSON.stringify('a\u0000b 🐷 \ud83d \' " \\ $1');
  await store.run(insert, [text, 0]);
  expect(await store.run('SELECT word FROM words')).toMatchObject([{ word: text }]);
});

/** Adds a word that is longer by one than the longest. */
async function addLonger(tx: Statements): Promise<number> {
  const [row] = await tx.run('SELECT MAX(length) AS longest FROM words');
  const length = Number(row?.longest ?? 0) + 1;
  await setImmediate();
  await tx.run(insert, [`word ${length}`, length]);
  return length;
}

test('no other transaction writes between the reads and writes of one', async () => {
  const { place, store } = await openEmpty();
  const other = await openWords(place);
  const turns = Array.from({ length: 20 }, (_, turn) => (turn % 2 === 0 ? store : other));
  const lengths = await Promise.all(turns.map((each) => each.transact(addLonger)));
  expect(lengths.sort((a, b) => a - b)).toEqual(turns.map((_, turn) => turn + 1));
});

test('a transaction whose work throws changes nothing, and rejects with its error', async () => {
  const { store } = await openEmpty();
  const refused = new RangeError('too long');
  const refusing = store.transact(async (tx) => {
    await tx.run(insert, ['pig', 3]);
    throw refused;
  });
  await expect(refusing).rejects.toBe(refused);
  const repeating = store.transact(async (tx) => {
    await tx.run(insert, ['pig', 3]);
    await tx.run(insert, ['pig', 3]);
  });
  await expect(repeating).rejects.toThrow();
  expect(await store.run('SELECT * FROM words')).toEqual([]);
  expect(await store.transact(addLonger)).toBe(1);
});

test.each([0, 2])('a database is refused by version %i, and stays unchanged', async (version) => {
  const { place, store } = await openEmpty();
  await store.run(insert, ['pig', 3]);
  const other = await openWords(place, { ...words, version });
  const sentence = `The database "words" was made by another version of this software (its tables are 1, here they are ${version}), and nothing of it has changed. Run that version, or name an empty place in DATABASE_URL or DATA_DIR.`;
  await expect(other.transact(addLonger)).rejects.toThrow(sentence);
  expect(await store.run('SELECT * FROM words')).toMatchObject([{ word: 'pig' }]);
});

test('a database of an earlier version is upgraded once, in one transaction', async () => {
  const { place, store } = await openEmpty();
  await store.run(insert, ['pig', 3]);
  const double = (tx: Statements) => tx.run('UPDATE words SET length = 2 * length').then(() => {});
  const fail = async (tx: Statements) => {
    await double(tx);
    throw new Error('It fails');
  };
  const failing = await openWords(place, { ...words, version: 2, upgrades: { 1: fail } });
  await expect(failing.run('SELECT 1')).rejects.toThrow('It fails');
  for (let turn = 0; turn < 2; turn += 1) {
    const next = await openWords(place, { ...words, version: 2, upgrades: { 1: double } });
    expect(await next.run('SELECT * FROM words')).toMatchObject([{ word: 'pig', length: 6 }]);
  }
});
