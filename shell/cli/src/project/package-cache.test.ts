import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { makeOnce, removeUnused } from './package-cache.ts';

const folder = path.join(import.meta.dirname, '../../../../node_modules/.cache/portfolio/tests');

test('what no deploy has used for 30 days is removed from the cache', async () => {
  const names = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const make = async () => Buffer.from('a picture');
  for (const [at, days] of [99, 29.9, 30.1].entries()) {
    await makeOnce(`tests/${names[at]}`, make);
    const lastUsed = Date.now() / 1000 - days * 24 * 3600;
    await utimes(path.join(folder, names[at] ?? ''), lastUsed, lastUsed);
  }
  expect(String(await makeOnce(`tests/${names[0]}`, async () => Buffer.of()))).toBe('a picture');
  await removeUnused();
  const kept = await readdir(folder);
  expect(names.map((name) => kept.includes(name))).toEqual([true, true, false]);
});
