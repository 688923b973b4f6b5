import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { temporaryFolder, writeFiles } from '@portfolio/test-support/temporary-store.ts';

const repository = temporaryFolder();
jest.unstable_mockModule('../own-package.ts', () => ({ repository }));
const { hashFiles, hashInputs, inputsOfMarkup } = await import('./build-inputs.ts');

const ofAll = 'shell/contract/a.ts shell/cli/src/pages/a.ts rspack.shared.ts package-lock.json';
const ofMarkup = `shell/contract/src/a.ts shell/kit/src/texts/a.tsx shell/kit/src/a.ts shell/kit/owner.json
  shell/kit/package.json shell/locales/en.yaml`;
const ofFrame = 'shell/src/pages/page.tsx shell/src/slot/a.tsx';
const ofSection = 'remote-pig/package.json remote-pig/src/page.tsx remote-pig/posts/one.md';
const ofShell = 'shell/wall.svg shell/src/pages/a.ts shell/resources/pigs/pig.svg';
const ofNone = `shell/e2e/a.ts shell/src/a.test.ts api/a.ts remote-pig/src/page.test.tsx
  remote-pig/dist/a.mjs remote-pig/node_modules/a.js`;

test.each([
  ['shell and section', ofAll, [3, 3, 1]],
  ['shell, section and markup', ofMarkup, [3, 3, 3]],
  ['a section', ofSection, [1, 3, 1]],
  ['the shell', ofShell, [3, 1, 1]],
  ['the shell and markup', ofFrame, [3, 1, 3]],
  ['none', ofNone, [1, 1, 1]],
])('a new, changed or removed file is an input of the build of %s', async (_of, all, differ) => {
  const shell = path.join(repository, 'shell');
  const ofBuilds = () => [hashInputs(shell), hashInputs(path.join(repository, 'remote-pig'))];
  const hashes = () => [...ofBuilds(), hashFiles(shell, inputsOfMarkup)];
  for (const file of all.split(/\s+/)) {
    const found = [hashes()];
    for (const content of ['', 'changed']) {
      await writeFiles(repository, { [file]: content });
      found.push(hashes());
    }
    const numbers = [0, 1, 2].map((at) => new Set(found.map((each) => each[at])).size);
    expect([file, ...numbers]).toEqual([file, ...differ]);
    await rm(path.join(repository, file));
    expect(hashes()).toEqual(found[0]);
  }
});
