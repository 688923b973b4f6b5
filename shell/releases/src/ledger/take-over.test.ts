import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { readConfig } from '@portfolio/api/config.ts';
import { openMessages } from '@portfolio/api/messages';
import { emptyPlace, type StoreSettings } from '@portfolio/test-support/temporary-store.ts';
import { readKeys, useCounter } from '../access/index.ts';
import { openPool } from '../postgres/pool.ts';
import { openStore } from '../store/open-store.ts';
import { appendAudit, readAudit } from './audit-log.ts';
import { claimNotice, countHouseholds, readFailures, readVisits } from './visits.ts';

/** What a site of the version before the ledger left, with its keys, log, counts and messages. */
const before = path.join(import.meta.dirname, 'fixtures/before');
const textOf = (file: string) => readFileSync(path.join(before, file), 'utf8');
const failing = { name: 'home', id: '30cb80b73444' };

async function layBefore({ DATA_DIR, DATABASE_URL }: StoreSettings): Promise<void> {
  if (DATABASE_URL) {
    const pool = openPool(DATABASE_URL, { max: 1 });
    await pool.run(textOf('postgres.sql'));
    await pool.end();
    return;
  }
  cpSync(before, DATA_DIR, { recursive: true });
  for (const name of ['outbox', 'publishing']) {
    const database = new DatabaseSync(path.join(DATA_DIR, `${name}.sqlite`));
    database.exec(textOf(`${name}.sql`));
    database.close();
  }
}

test('what the version before kept is taken over by the first to open it, and nothing twice', async () => {
  const place = await emptyPlace();
  await layBefore(place);
  const open = () => openStore(place, { info() {}, error() {} });
  const stores = await Promise.all([open(), open(), open()]);
  const logs = await Promise.all(stores.map(readAudit));
  for (const { entries, faults } of logs) {
    expect(faults).toEqual([]);
    expect(entries.map(({ did, outcome }) => `${did} ${outcome}`)).toEqual([
      'publish begun',
      'publish done',
      'roll back begun',
      'roll back done',
      'activate begun',
      'activate refused',
      'add key x done',
      'roll back done',
    ]);
  }

  const [store] = stores;
  const keys = await readKeys(store);
  expect(keys.map(({ sections, isPreviewOnly }) => [sections, isPreviewOnly])).toEqual(
    expect.arrayContaining([
      [['games'], undefined],
      [['home'], true],
    ]),
  );
  const { id = '' } = keys.find(({ sections }) => sections.includes('games')) ?? {};
  const used = store.remote ? 6 : 3;
  await expect(useCounter(store, id, used)).rejects.toThrow('was here already');
  await useCounter(store, id, used + 1);
  expect((await readFailures(store, 'home'))?.get(failing.id)).toBe(2);
  const visits = await readVisits(store, failing);
  expect(countHouseholds(visits, Number.MAX_SAFE_INTEGER)).toEqual({ failed: 2, well: 5 });
  expect(await claimNotice(store, failing)).toBe(false);
  await appendAudit(store, { key: 'owner', did: 'go on', outcome: 'done' });
  expect((await readAudit(store)).faults).toEqual([]);

  const messages = openMessages(readConfig(place));
  const listed = await messages.list(10);
  expect(listed.map(({ state }) => state)).toEqual(['waiting', 'sent', 'sent']);
  expect(listed[0]?.message).toMatchObject({ message: 'An old message' });
  await messages.close();
  for (const each of stores) await each.close();

  if (place.DATABASE_URL) return;
  const aside = readdirSync(path.join(place.DATA_DIR, 'taken-over'));
  expect(aside).toEqual(expect.arrayContaining(['keys.json', 'audit.jsonl', '.visits']));
  expect(existsSync(path.join(place.DATA_DIR, 'keys.json'))).toBe(false);
  const again = await open();
  expect((await readAudit(again)).entries).toHaveLength(9);
  await again.close();
});

test('a list of keys that cannot be read is named, and nothing is taken over until it is put right', async () => {
  const place = await emptyPlace();
  if (place.DATABASE_URL) return;
  await layBefore(place);
  cpSync(path.join(before, 'audit.jsonl'), path.join(place.DATA_DIR, 'keys.json'));
  const store = await openStore(place, { info() {}, error() {} });
  await expect(readKeys(store)).rejects.toThrow(/keys\.json is no list of keys\. Put it back/);
  cpSync(path.join(before, 'keys.json'), path.join(place.DATA_DIR, 'keys.json'));
  expect(await readKeys(store)).toHaveLength(2);
  await store.close();
});
