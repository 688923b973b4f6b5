import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { pointerFile, readPointer, writePointer } from './pointer.ts';

const store = await temporaryStore();
const ids = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'];

test('whoever reads while it is replaced sees one of the lists, whole', async () => {
  const long = Array.from({ length: 2000 }, (_, n) => n.toString(16).padStart(12, '0'));
  await writePointer(store, 'home', long);
  let isWriting = true;
  const writing = (async () => {
    for (let turn = 0; turn < 40; turn += 1)
      await writePointer(store, 'home', turn % 2 ? long : long.toReversed());
    isWriting = false;
  })();
  const seen = new Set<string>();
  while (isWriting) seen.add(await readFile(pointerFile(store, 'home'), 'utf8'));
  await writing;
  const lists = [long, long.toReversed()].map((list) => `${JSON.stringify(list)}\n`);
  expect(lists).toEqual(expect.arrayContaining([...seen]));
});

test.each([['../../etc'], ['short'], ['AAAAAAAAAAAA']])(
  'an id such as %j is never written',
  async (id) => {
    await writePointer(store, 'home', ids);
    await expect(writePointer(store, 'home', [id])).rejects.toThrow();
    expect(await readPointer(store, 'home')).toEqual(ids);
    expect(await readdir(path.join(store.folder, 'home'))).toEqual(['.left', 'live.json']);
  },
);
