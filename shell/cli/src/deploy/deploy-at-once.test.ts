import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { readPointer } from '@portfolio/releases';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '../../../test-support/src/deploy-pig.ts');

test('teams that deploy at once, also the same, all get their release', async () => {
  const store = await temporaryStore();
  const titles = ['Pig', 'Hog', 'Sow', 'Pig'];
  const deploys = titles.map(async (title) => {
    const source = await tinySection({ 'locales/en.yaml': `pig: { title: ${title} }` });
    const { stdout } = await run(process.execPath, [script, store.folder, source]);
    return stdout.trim();
  });
  const ids = await Promise.all(deploys);

  expect(ids[3]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
  const pointer = await readPointer(store, 'pig');
  expect(pointer.toSorted()).toEqual([...new Set(ids)].sort());
  const entries = await readdir(path.join(store.folder, 'pig'));
  expect(entries.sort()).toEqual([...pointer, 'live.json'].sort());
  expect(await readdir(path.join(store.folder, '.staging'))).toEqual([]);
}, 60_000);
