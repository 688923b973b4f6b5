import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { overBudget } from './byte-budget.ts';

let folder = '';
const of = (bytes: number) => ({ bytes, integrity: '' });
const release = {
  entry: 'main.mjs',
  files: { 'main.mjs': of(0), 'dialog.mjs': of(0), 'toast.mjs': of(0), 'wall.svg': of(90_000) },
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'budget-'));
  for (const [file, bytes] of Object.entries({ main: 1000, dialog: 400, toast: 300 })) {
    await writeFile(path.join(folder, `${file}.mjs`), 'x'.repeat(100_000));
    await writeFile(path.join(folder, `${file}.mjs.br`), randomBytes(bytes));
  }
});
afterAll(() => rm(folder, { recursive: true }));

test('within the budget there is nothing to say', async () => {
  expect(await overBudget('shell', folder, release, { scripts: 1000, laterScripts: 700 })).toEqual(
    [],
  );
  expect(await overBudget('shell', folder, release, { scripts: 1000 })).toEqual([]);
});

test('what grew is named, with its size, the budget and where to look', async () => {
  const [sentence] = await overBudget('shell', folder, release, { scripts: 900 });
  expect(sentence).toBe(
    'Its first script main.mjs grew to 1,000 bytes (brotli), 100 more than the 900 bytes it may have. `npm run bench -- bytes` shows by package what is in it; the budget stands as "budget.scripts" in the package.json of shell.',
  );
});

test('later scripts count together, the largest first', async () => {
  const budget = { scripts: 1000, laterScripts: 650 };
  const sentences = await overBudget('shell', folder, release, budget);
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toContain('(dialog.mjs 400, toast.mjs 300) grew to 700 bytes');
});

test('a folder without compressed copies is compressed here', async () => {
  await rm(path.join(folder, 'main.mjs.br'));
  expect(await overBudget('home', folder, release, { scripts: 200 })).toEqual([]);
  expect(await overBudget('home', folder, release, { scripts: 2 })).toHaveLength(1);
});
