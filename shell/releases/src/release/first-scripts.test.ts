import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { writeContent } from '../contents/contents.ts';
import { findFirstScripts } from './first-scripts.ts';

const contents = await temporaryStore();

async function find(scripts: Record<string, string>) {
  const files: Record<string, Awaited<ReturnType<typeof writeContent>>> = {};
  for (const [file, script] of Object.entries(scripts))
    files[file] = await writeContent(contents, Buffer.from(script), file);
  const found = await findFirstScripts(contents, { files, entry: 'entry.mjs' });
  return { files: [...found.files.keys()].sort(), faults: found.faults };
}

const first = (...files: string[]) => ({ files: ['entry.mjs', ...files].sort(), faults: [] });

test.each([
  ['one that is imported', "import './big.mjs';"],
  ['one that is imported without a space', "import{a}from'./big.mjs';a()"],
  ['one whose name is in disguise', "import './b\\u0069g.mjs';"],
  ['one by its address there', "import './%62ig.mjs';"],
  ['one that is handed on', "export * from './big.mjs';"],
  ['one that is deferred', "import defer * as big from './big.mjs';"],
  ['one in a comment’s company', "/* import() */ import /* x */ './big.mjs'"],
])('%s counts as a first script', async (_what, script) => {
  expect(await find({ 'entry.mjs': script, 'big.mjs': '' })).toEqual(first('big.mjs'));
});

test('indirect imports count once each, even in a circle', async () => {
  expect(
    await find({
      'entry.mjs': "import './a/b.mjs'",
      'a/b.mjs': "import '../c.mjs'; import '../entry.mjs'",
      'c.mjs': '',
    }),
  ).toEqual({ files: ['a/b.mjs', 'c.mjs', 'entry.mjs'], faults: [] });
});

test('dynamic imports do not count', async () => {
  const script = `const late = () => import('./big.mjs'); "import './big.mjs'";`;
  expect(await find({ 'entry.mjs': script, 'big.mjs': '' })).toEqual(first());
});

test.each([
  ['/releases/pig/0123456789ab/big.mjs'],
  ['//elsewhere.example/big.mjs'],
  ['https://elsewhere.example/big.mjs'],
  ['react'],
  ['./lost.mjs'],
])('%s is not among the files of the release', async (name) => {
  const { faults } = await find({ 'entry.mjs': `import '${name}';`, 'big.mjs': '' });
  expect(faults).toEqual([expect.stringContaining('which is none of its files')]);
});

test.each([
  ['an invalid script', 'import { a from "./big.mjs"'],
  ['one of a hundred thousand imports', 'import"a";'.repeat(100_000)],
])('%s is reported once', async (_what, script) => {
  const { faults } = await find({ 'entry.mjs': script });
  expect(faults).toEqual(['entry.mjs cannot be read as a script, or has more than 50 imports.']);
});
