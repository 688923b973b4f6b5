import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { insert, openWords } from '@portfolio/test-support/words-database.ts';
import type { Statements } from './database.ts';

async function open(DATA_DIR = temporaryFolder()) {
  const store = await openWords({ DATA_DIR });
  return { DATA_DIR, file: path.join(DATA_DIR, 'words.sqlite'), store };
}

/** Holds the write lock as another process does, whose connection is another one. */
function holdLock(file: string): DatabaseSync {
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  return holder;
}

const write = ({ run }: Statements) => run(insert, ['transacted', 10]);

test('a write waits for the lock of another process without blocking the event loop', async () => {
  const { DATA_DIR, file, store } = await open();
  await store.run('SELECT 1');
  const holder = holdLock(file);
  let turns = 0;
  let isWritten = false;
  const writing = Promise.all([
    store.run(insert, ['written', 7]),
    store.transact(write),
    // This database is opened while the lock is held.
    open(DATA_DIR).then((other) => other.store.run(insert, ['by another', 10])),
  ]).then(() => {
    isWritten = true;
  });
  // A read does not wait for the lock.
  expect(await store.run('SELECT word FROM words')).toEqual([]);
  while (!isWritten) {
    await sleep(1);
    turns += 1;
    if (turns === 100) holder.close();
  }
  await writing;
  expect(turns).toBeGreaterThanOrEqual(100);
  const rows = await store.run('SELECT word FROM words ORDER BY word');
  expect(rows.map(({ word }) => word)).toEqual(['by another', 'transacted', 'written']);
});

test('a lock that is held for too long is reported in a sentence, and nothing changes', async () => {
  const { file, store } = await open();
  await store.run('SELECT 1');
  const holder = holdLock(file);
  const writing = Promise.allSettled([store.run(insert, ['late', 4]), store.transact(write)]);
  const message = `Another process holds the lock of this site's database, so nothing has changed. Wait until it has finished, and try again; \`fuser -v ${file}\` names it.`;
  const reason = { name: 'DatabaseError', message };
  expect(await writing).toMatchObject([{ reason }, { reason }]);
  holder.close();
  expect(await store.run('SELECT * FROM words')).toEqual([]);
  expect(await store.run(insert, ['next', 4])).toHaveLength(1);
});

test('a file that is no database is reported with what to do, and a whole one in its place is read', async () => {
  const { DATA_DIR, file, store } = await open();
  await store.run(insert, ['pig', 3]);
  await store.close();
  const whole = readFileSync(file);
  writeFileSync(file, 'nothing of the kind'.repeat(1000));
  const broken = (await open(DATA_DIR)).store;
  const sentence = `${file} cannot be read or written (file is not a database), so nothing has changed. Make room if its disk is full, and let the user that runs this write into its folder. If the file is damaged, stop the site and put last night's copy in its place (api/ops/backup.sh says how). Without a copy, move it away: \`npm start\` makes a new one, without what was in it.`;
  await expect(broken.run('SELECT * FROM words')).rejects.toThrow(sentence);
  expect(readFileSync(file, 'utf8')).toMatch(/^nothing of the kind/);
  writeFileSync(file, whole);
  expect(await broken.run('SELECT word FROM words')).toMatchObject([{ word: 'pig' }]);
});

test('a folder that is not writable is reported', async () => {
  const file = path.join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  const { store } = await open(file);
  await expect(store.run('SELECT 1')).rejects.toThrow(/let the user that runs this write into/);
});

test('a full disk is reported, and writes succeed again once there is room', async () => {
  const { store } = await open();
  await store.run(insert, ['before', 6]);
  const [pages] = await store.run<{ page_count: number }>('PRAGMA page_count');
  await store.run(`PRAGMA max_page_count = ${pages?.page_count}`);
  const long = 'x'.repeat(100_000);
  const writing = store.run(insert, [long, 1]);
  await expect(writing).rejects.toThrow(/\(database or disk is full\), so nothing has changed\./);
  expect(await store.run('SELECT word FROM words')).toMatchObject([{ word: 'before' }]);
  await store.run('PRAGMA max_page_count = 100000');
  expect(await store.run(insert, [long, 1])).toHaveLength(1);
});

test('the files have mode 600, and a commit is synced to the disk', async () => {
  const { file, store } = await open();
  await store.run(insert, ['pig', 3]);
  for (const name of [file, `${file}-wal`, `${file}-shm`])
    expect(statSync(name).mode & 0o777).toBe(0o600);
  expect(await store.run('PRAGMA journal_mode')).toMatchObject([{ journal_mode: 'wal' }]);
  expect(await store.run('PRAGMA synchronous')).toMatchObject([{ synchronous: 2 }]);
});

test('deleted rows are off the disk once the log is truncated', async () => {
  const { file, store } = await open();
  const secrets = Array.from({ length: 12 }, (_, index) => `secret-${index}-${'x'.repeat(3000)}`);
  for (const secret of secrets) await store.run(insert, [secret, 1]);
  await store.run('DELETE FROM words WHERE length = 1');
  await store.truncateLog();
  expect(statSync(`${file}-wal`).size).toBe(0);
  expect(readFileSync(file, 'latin1')).not.toContain('secret-');
});
