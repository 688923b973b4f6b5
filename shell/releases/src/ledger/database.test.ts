import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { emptyPlace } from '@portfolio/test-support/temporary-store.ts';
import { openDatabase } from './database.ts';
import type { Schema } from './sqlite.ts';

const schema: Schema = {
  name: 'words',
  connections: 10,
  migrations: [['CREATE TABLE words (word TEXT PRIMARY KEY, length BIGINT NOT NULL)']],
};
const insert = 'INSERT INTO words (word, length) VALUES ($1, $2) RETURNING word, length';

const open = (place: Parameters<typeof openDatabase>[0], own = schema) => {
  const store = openDatabase(place, own);
  stopLater({ stop: () => store.close() });
  return store;
};
async function openEmpty() {
  const place = await emptyPlace();
  return { place, store: open(place) };
}

test('what is written is read back, by another process too', async () => {
  const { place, store } = await openEmpty();
  const now = Date.now();
  expect(await store.run(insert, ['pig', now])).toMatchObject([{ word: 'pig', length: now }]);
  const other = open(place);
  expect(await other.run('SELECT COUNT(*) AS n FROM words')).toMatchObject([{ n: 1 }]);
});

test('of statements that arrive together a faulty one fails alone', async () => {
  const { store } = await openEmpty();
  const words = ['a', 'b', 'a', 'c'];
  const results = await Promise.allSettled(words.map((word) => store.run(insert, [word, 1])));
  const fates = results.map(({ status }) => status);
  expect(fates.filter((fate) => fate === 'rejected')).toHaveLength(1);
  const rows = await store.run<{ word: string }>('SELECT word FROM words ORDER BY word');
  expect(rows.map(({ word }) => word)).toEqual(['a', 'b', 'c']);
});

test('several processes may open an empty store at the same moment', async () => {
  const place = await emptyPlace();
  const begin = Date.now() + 1000;
  const openInTurn = `
    import { openDatabase } from ${JSON.stringify(path.join(import.meta.dirname, 'database.ts'))};
    for (let index = 0; index < 20; index++) {
      const place = ${JSON.stringify(place)};
      const store = openDatabase({ ...place, DATA_DIR: place.DATA_DIR + '/' + index }, ${JSON.stringify(schema)});
      while (Date.now() < ${begin} + index * 25);
      await store.run(${JSON.stringify(insert)}, [process.pid + ' ' + index, 1]);
      await store.close();
    }`;
  const args = ['--input-type=module', '--eval', openInTurn];
  const start = () => promisify(execFile)(process.execPath, args);
  await expect(Promise.all([start(), start()])).resolves.toBeDefined();
});

test('any text comes back as it was, a NUL in JSON included', async () => {
  const { store } = await openEmpty();
  const text = JSON.stringify('a\u0000b 🐷 \ud83d \' " \\ $1');
  await store.run(insert, [text, 0]);
  expect(await store.run('SELECT word FROM words')).toMatchObject([{ word: text }]);
});

test('a later version adds what it needs, once, also when several processes start with it', async () => {
  const { place, store } = await openEmpty();
  await store.run(insert, ['pig', 3]);
  const later = {
    ...schema,
    migrations: [...schema.migrations, ["ALTER TABLE words ADD COLUMN language TEXT DEFAULT 'en'"]],
  };
  const others = Array.from({ length: 5 }, () => open(place, later));
  const all = await Promise.all(others.map((each) => each.run('SELECT language FROM words')));
  expect(all.flat()).toMatchObject(Array(5).fill({ language: 'en' }));
  const version = 'SELECT name, version FROM schema_version';
  expect(await store.run(version)).toMatchObject([{ name: 'words', version: 2 }]);
  const before = open(place);
  await expect(before.run(version)).rejects.toThrow('Bring this machine to the version');
});

test('a migration that fails leaves nothing of it behind', async () => {
  const { place, store } = await openEmpty();
  await store.run(insert, ['pig', 3]);
  const wrong = ['ALTER TABLE words ADD COLUMN language TEXT', 'INSERT INTO nowhere VALUES (1)'];
  const later = open(place, { ...schema, migrations: [...schema.migrations, wrong] });
  await expect(later.run('SELECT 1')).rejects.toThrow();
  const [row] = await store.run('SELECT * FROM words');
  expect(Object.keys(row ?? {})).toEqual(['word', 'length']);
});

test('a closed store refuses', async () => {
  const { store } = await openEmpty();
  await store.close();
  await expect(store.run(insert, ['late', 1])).rejects.toThrow();
});
