import { beforeEach, expect, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { putLive, retire, rollBack } from '../live/move-pointer.ts';
import { readPointer } from '../live/pointer.ts';
import { prune } from '../store/prune.ts';
import type { Store } from '../store/store.ts';
import { appendAudit, noteUnseenMoves, readAudit } from './audit-log.ts';

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

const add = (did: string, reason?: string) =>
  appendAudit(store, { key: 'f'.repeat(16), did, outcome: 'done', reason });
const didOf = async () => (await readAudit(store)).entries.map(({ did }) => did);
const faults = async () => (await readAudit(store)).faults;
const change = (statement: string, ...values: string[]) => store.ledger?.run(statement, values);
/** As a team does that may write the folder of its section, and nothing else. */
const lay = (words: string) => {
  const { ledger: _ledger, ...releases } = store;
  return layRelease(releases, 'home', { 'main.mjs': words });
};

test('every line follows the one before, also when many are written at once', async () => {
  const words = Array.from({ length: 10 }, (_, number) => `number ${number}`);
  await Promise.all(words.map((did) => add(did)));
  expect((await didOf()).sort()).toEqual(words);
  expect(await faults()).toEqual([]);
});

test('a line that is changed, taken out or put in shows', async () => {
  for (const did of ['one', 'two', 'three']) await add(did);
  await change(`UPDATE audit_log SET line = REPLACE(line, '"two"', '"2"') WHERE number = 2`);
  expect(await faults()).toHaveLength(1);
  await change('DELETE FROM audit_log WHERE number = 2');
  expect(await faults()).toEqual([
    'Line 2 does not follow the one before: something was changed or taken out.',
  ]);
  await change('INSERT INTO audit_log (number, line) VALUES (2, $1)', '{"did":"broken');
  expect(await faults()).toHaveLength(2);
  expect(await didOf()).toEqual(['one', 'three']);
});

test('a long reason is cut', async () => {
  await add('one', 'x'.repeat(50_000));
  const [entry] = (await readAudit(store)).entries;
  expect(entry?.reason).toHaveLength(2000);
});

test('whoever makes something live, goes back, retires or prunes is in the log, with what was live', async () => {
  const [first, second, third] = [await lay('first'), await lay('second'), await lay('third')];
  await putLive(store, first);
  await rollBack(store, 'home', second.id, () => {}, { key: 'site', reason: 'it fails' });
  await retire(store, 'home');
  await rollBack(store, 'home');
  await putLive(store, first);
  await prune(store, [third]);
  const seen = (await readAudit(store)).entries.map(({ key, did, from, to, reason }) =>
    [key, did, from, to, reason].map((text) => text ?? '').join(' '),
  );
  expect(seen).toEqual([
    `owner deploy ${third.id} ${first.id} `,
    `site roll back ${first.id} ${second.id} it fails`,
    `owner retire ${second.id}  `,
    `owner roll back  ${second.id} `,
    `owner deploy ${second.id} ${first.id} `,
    `owner prune 1 of   ${third.id}`,
  ]);
  expect(await faults()).toEqual([]);
});

test('what was made live without a line is noted when it is so at two looks, by one process', async () => {
  const first = await lay('first');
  await putLive(store, first);
  expect([...(await noteUnseenMoves(store, new Map()))]).toEqual([]);
  const second = await lay('second');
  const unseen = await noteUnseenMoves(store, new Map());
  expect([...unseen]).toEqual([['home', second.id]]);
  expect(await didOf()).toEqual(['deploy']);
  await Promise.all([noteUnseenMoves(store, unseen), noteUnseenMoves(store, unseen)]);
  const { entries } = await readAudit(store);
  expect(entries.slice(1)).toEqual([
    expect.objectContaining({ key: 'unknown', did: 'found live', from: first.id, to: second.id }),
  ]);
  expect((await noteUnseenMoves(store, new Map())).size).toBe(0);
});

test('a move counts, and is noted later, while the ledger cannot be written', async () => {
  const [first, second] = [await lay('first'), await lay('second')];
  const away = async () => Promise.reject(new Error('away'));
  const { ledger } = store;
  if (!ledger) throw new Error('A temporary store has a ledger.');
  store.ledger = { ...ledger, run: away };
  await putLive(store, first);
  expect((await readPointer(store, 'home'))[0]).toBe(first.id);
  store.ledger = ledger;
  await noteUnseenMoves(store, await noteUnseenMoves(store, new Map()));
  expect(await didOf()).toEqual(['found live']);
  expect(second.id).not.toBe(first.id);
});
