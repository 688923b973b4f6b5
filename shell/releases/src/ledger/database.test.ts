import { afterAll, expect, test } from '@jest/globals';
import { startDatabases } from '@portfolio/test-support/databases.ts';
import { openDatabase } from './database.ts';
import type { Schema } from './sqlite.ts';

const databases = await startDatabases();
afterAll(() => databases.stop());

const schema: Schema = {
  name: 'words',
  connections: 10,
  migrations: [['CREATE TABLE words (word TEXT PRIMARY KEY, length BIGINT NOT NULL)']],
};
const insert = 'INSERT INTO words (word, length) VALUES ($1, $2) RETURNING word, length';

async function open(kind: (typeof databases.kinds)[number]) {
  const place = await kind.prepare();
  return { place, store: openDatabase(place, schema) };
}

test.each(databases.kinds)(
  '$name: what is written is read back, by another process too',
  async (kind) => {
    const { place, store } = await open(kind);
    const now = Date.now();
    expect(await store.run(insert, ['pig', now])).toMatchObject([{ word: 'pig', length: now }]);
    const other = openDatabase(place, schema);
    expect(await other.run('SELECT COUNT(*) AS n FROM words')).toMatchObject([{ n: 1 }]);
    await Promise.all([store.close(), other.close()]);
  },
);

test.each(databases.kinds)(
  '$name: of statements that arrive together a faulty one fails alone',
  async (kind) => {
    const { store } = await open(kind);
    const words = ['a', 'b', 'a', 'c'];
    const results = await Promise.allSettled(words.map((word) => store.run(insert, [word, 1])));
    const fates = results.map(({ status }) => status);
    expect(fates.filter((fate) => fate === 'rejected')).toHaveLength(1);
    const rows = await store.run<{ word: string }>('SELECT word FROM words ORDER BY word');
    expect(rows.map(({ word }) => word)).toEqual(['a', 'b', 'c']);
    await store.close();
  },
);

test.each(databases.kinds)(
  '$name: several processes may open an empty store at the same moment',
  async (kind) => {
    const { place, store } = await open(kind);
    const others = Array.from({ length: 5 }, () => openDatabase(place, schema));
    const all = [store, ...others];
    await Promise.all(all.map((each, index) => each.run(insert, [`word ${index}`, index])));
    expect(await store.run('SELECT COUNT(*) AS n FROM words')).toMatchObject([{ n: 6 }]);
    await Promise.all(all.map((each) => each.close()));
  },
);

test.each(databases.kinds)(
  '$name: any text comes back as it was, a NUL in JSON included',
  async (kind) => {
    const { store } = await open(kind);
    const text = JSON.stringify('a\u0000b 🐷 \ud83d \' " \\ $1');
    await store.run(insert, [text, 0]);
    expect(await store.run('SELECT word FROM words')).toMatchObject([{ word: text }]);
    await store.close();
  },
);

test.each(databases.kinds)(
  '$name: a later version adds what it needs, once, also when several processes start with it',
  async (kind) => {
    const { place, store } = await open(kind);
    await store.run(insert, ['pig', 3]);
    const later = {
      ...schema,
      migrations: [
        ...schema.migrations,
        ["ALTER TABLE words ADD COLUMN language TEXT DEFAULT 'en'"],
      ],
    };
    const others = Array.from({ length: 5 }, () => openDatabase(place, later));
    const all = await Promise.all(others.map((each) => each.run('SELECT language FROM words')));
    expect(all.flat()).toMatchObject(Array(5).fill({ language: 'en' }));
    const version = 'SELECT name, version FROM schema_version';
    expect(await store.run(version)).toMatchObject([{ name: 'words', version: 2 }]);
    const before = openDatabase(place, schema);
    await expect(before.run(version)).rejects.toThrow('Bring this machine to the version');
    await Promise.all([store, before, ...others].map((each) => each.close()));
  },
);

test.each(databases.kinds)(
  '$name: a migration that fails leaves nothing of it behind',
  async (kind) => {
    const { place, store } = await open(kind);
    await store.run(insert, ['pig', 3]);
    const wrong = ['ALTER TABLE words ADD COLUMN language TEXT', 'INSERT INTO nowhere VALUES (1)'];
    const later = openDatabase(place, { ...schema, migrations: [...schema.migrations, wrong] });
    await expect(later.run('SELECT 1')).rejects.toThrow();
    const [row] = await store.run('SELECT * FROM words');
    expect(Object.keys(row ?? {})).toEqual(['word', 'length']);
    await Promise.all([store.close(), later.close()]);
  },
);

test.each(databases.kinds)('$name: a closed store refuses', async (kind) => {
  const { store } = await open(kind);
  await store.close();
  await expect(store.run(insert, ['late', 1])).rejects.toThrow();
});
