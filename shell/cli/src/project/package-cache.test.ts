import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { makeOnce, removeUnused } from './package-cache.ts';

const folder = path.join(import.meta.dirname, '../../../../node_modules/.cache/portfolio/tests');

test('what no deploy has used for 30 days is removed from the cache', async () => {
  const [used, unused] = [crypto.randomUUID(), crypto.randomUUID()];
  const make = async () => Buffer.from('a picture');
  for (const name of [used, unused]) {
    await makeOnce(`tests/${name}`, make);
    await utimes(path.join(folder, name), 0, 0);
  }
  await makeOnce(`tests/${used}`, make);
  await removeUnused();
  const kept = await readdir(folder);
  expect([used, unused].map((name) => kept.includes(name))).toEqual([true, false]);
});
