import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { listReleases } from '@portfolio/releases/store/list-releases.ts';
import { storeIn } from '@portfolio/releases/store/store.ts';
import { askCommand } from '@portfolio/test-support/ask-command.ts';

// Builds on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(60_000);

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-deploy-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const deploy = (environment: Record<string, string>, ...words: string[]) =>
  askCommand({ DATA_DIR: dataDir, ...environment }, 'deploy', ...words);

test('a browser that cannot be started is said in a sentence, and nothing goes live', async () => {
  const { code, says } = await deploy({ PLAYWRIGHT_CHROMIUM: '/bin/false' }, 'home');
  expect(code).toBe(1);
  expect(says).toMatch(
    /was not made live: the browser \/bin\/false cannot be started.*--skip-browser/,
  );
  expect(says).not.toMatch(/^ {4}at /m);
  const store = storeIn(dataDir);
  expect(await listReleases(store, 'home')).toHaveLength(1);
  expect(await readPointer(store, 'home')).toEqual([]);
});

test('wrong use is answered with what to do', async () => {
  const answer = (pattern: RegExp, code = 2) => ({ code, says: expect.stringMatching(pattern) });
  expect(await deploy({}, 'shell', 'shel')).toEqual(answer(/Did you mean "shell"\? Choose/, 1));
  expect(await deploy({}, '--changed', 'home')).toEqual(answer(/--changed takes no name/));
  expect(await deploy({})).toEqual(answer(/Choose one of: shell, /));
  expect(await deploy({}, 'home', '--previw')).toEqual(
    answer(/--previw' \(Did you mean --preview/),
  );
});
