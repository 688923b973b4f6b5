import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { describeWeights, overBudget, weighScripts } from './byte-budget.ts';

const folder = temporaryFolder();
const of = (bytes: number) => ({ bytes, integrity: '' });
const release = {
  entry: 'main.mjs',
  files: { 'main.mjs': of(0), 'dialog.mjs': of(0), 'toast.mjs': of(0), 'wall.svg': of(90_000) },
};

beforeAll(async () => {
  for (const [file, bytes] of Object.entries({ main: 1000, dialog: 400, toast: 300 })) {
    await writeFile(path.join(folder, `${file}.mjs`), 'x'.repeat(100_000));
    await writeFile(path.join(folder, `${file}.mjs.br`), randomBytes(bytes));
  }
});

const part = (name: string, share: number) => ({ name, share, folder: '' });
const parts = new Map([
  ['main.mjs', [part('date-fns', 0.6), part('its own sources', 0.4)]],
  ['dialog.mjs', [part('three', 1)]],
]);
const weigh = () => weighScripts(folder, release, parts);

test('within the budget there is nothing to say', async () => {
  const weights = await weigh();
  expect(overBudget('shell', weights, { scripts: 1000, laterScripts: 700 })).toEqual([]);
  expect(overBudget('blog', weights, undefined)).toEqual([]);
});

test('what grew is named, with its size, the budget and what is in it', async () => {
  expect(overBudget('home', await weigh(), { scripts: 900 })).toEqual([
    'Its first script main.mjs grew to 1,000 bytes (brotli), 100 more than the 900 bytes it may have: date-fns 600, its own sources 400. The budget stands as "budget.scripts" in the package.json of home.',
  ]);
});

test('what the owner allows stands in the place of a section’s budget, to which it adds none', async () => {
  const weights = await weigh();
  expect(overBudget('blog', weights, { scripts: 900 }, { scripts: 1000 })).toEqual([]);
  const [sentence] = overBudget('blog', weights, { scripts: 2000 }, { scripts: 900 });
  expect(sentence).toContain('1,000 bytes (brotli: date-fns 600, its own sources 400), 100 more');
  expect(sentence).toMatch(/npm run keys -- allow blog --scripts 1000$/);
});

test('later scripts count together, the largest first', async () => {
  const budget = { scripts: 1000, laterScripts: 650 };
  const sentences = overBudget('shell', await weigh(), budget);
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toContain('(dialog.mjs 400, toast.mjs 300) grew to 700 bytes');
});

test('a deploy says what each package adds, with the page and later', async () => {
  expect(describeWeights('blog', await weigh(), undefined, { scripts: 2000 })).toBe(
    'blog loads with its page 1.0 kB (date-fns 0.6 kB, its own sources 0.4 kB) of the 2.0 kB that it may; later up to 0.7 kB (three 0.4 kB).',
  );
  const own = await weighScripts(folder, release, new Map());
  expect(describeWeights('home', own, { scripts: 2000 })).toBeUndefined();
});

test('a script that did not shrink weighs what it has: nothing is compressed to weigh it', async () => {
  await writeFile(path.join(folder, 'random.mjs'), randomBytes(3000));
  const { first } = await weighScripts(folder, {
    entry: 'random.mjs',
    files: { 'random.mjs': of(0) },
  });
  expect(first).toMatchObject({ files: [['random.mjs', 3000]], bytes: 3000 });
});
