import {
  appendFileSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { dataDirOf, type Store } from '../store/store.ts';
import { appendAudit, readAudit } from './audit-log.ts';

let store: Store;
let file: string;
beforeEach(async () => {
  store = await temporaryStore();
  file = path.join(dataDirOf(store), 'audit.jsonl');
});

const add = (did: string, reason?: string) =>
  appendAudit(store, { key: 'f'.repeat(16), did, outcome: 'done', reason });
const didOf = async () => (await readAudit(store)).entries.map(({ did }) => did);
const faults = async () => (await readAudit(store)).faults;

test('every line follows the one before, and only the owner may read them', async () => {
  for (const did of ['one', 'two', 'three']) await add(did);
  expect(await didOf()).toEqual(['one', 'two', 'three']);
  expect(await faults()).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a link in its place is not written through', async () => {
  const other = path.join(path.dirname(file), 'other');
  writeFileSync(other, '');
  symlinkSync(other, file);
  await expect(add('one')).rejects.toThrow('ELOOP');
  expect(readFileSync(other, 'utf8')).toBe('');
});

test('a line that is changed, taken out or put in shows', async () => {
  for (const did of ['one', 'two', 'three']) await add(did);
  const text = readFileSync(file, 'utf8');
  const lines = text.trimEnd().split('\n');
  const forgeries = [
    text.replace('"two"', '"2"'),
    `${[lines[0], lines[2]].join('\n')}\n`,
    `${lines.slice(1).join('\n')}\n`,
    `${[lines[0], lines[0], lines[1], lines[2]].join('\n')}\n`,
  ];
  for (const forged of forgeries) {
    writeFileSync(file, forged);
    expect(await faults()).toHaveLength(1);
  }
});

test('a line that broke off stays, wherever it did, and the next one follows the last whole one', async () => {
  await add('one');
  const { size } = statSync(file);
  await add('two');
  const whole = readFileSync(file);
  for (let length = size + 1; length < whole.length; length += 1) {
    writeFileSync(file, whole);
    truncateSync(file, length);
    await add('three');
    await add('four');
    expect(await faults()).toEqual([]);
    // Only its line break was missing: then it is a whole line.
    const isWhole = length === whole.length - 1;
    expect(await didOf()).toEqual(['one', ...(isWhole ? ['two'] : []), 'three', 'four']);
    expect((await readAudit(store)).torn).toBe(isWhole ? 0 : 1);
  }
});

test('a long reason is cut, and more broken lines than fit the last page do not hide the last whole one', async () => {
  await add('one', '\0'.repeat(50_000));
  expect(statSync(file).size).toBeLessThan(15_000);
  appendFileSync(file, 'x'.repeat(200_000));
  await add('two');
  expect(await faults()).toEqual([]);
  expect(await didOf()).toEqual(['one', 'two']);
});
