import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { pointerFile } from '@portfolio/releases/live/pointer.ts';
import { listReleases } from '@portfolio/releases/store/list-releases.ts';
import { storeIn } from '@portfolio/releases/store/store.ts';
import { askCommand } from '@portfolio/test-support/ask-command.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { sectionFiles, startedShellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';

const portfolio = path.join(import.meta.dirname, '../portfolio.ts');

const dataDir = temporaryFolder();
beforeAll(async () => {
  for (const title of ['one', 'two', 'three'])
    await layRelease(storeIn(dataDir), 'pig', { 'main.mjs': title });
});

const releases = (...words: string[]) => askCommand({ DATA_DIR: dataDir }, 'releases', ...words);
const rollback = (...words: string[]) => askCommand({ DATA_DIR: dataDir }, 'rollback', ...words);

test('an empty store is said to be one, and how to begin', async () => {
  const environment = { DATA_DIR: temporaryFolder() };
  const begin = 'Nothing has been released yet. Begin with: npm start\n';
  expect(await askCommand(environment, 'releases')).toEqual({ code: 0, says: begin });
  expect(await askCommand(environment, 'rollback', 'pig')).toEqual({ code: 1, says: begin });
});

test('wrong use is answered with what to do', async () => {
  const help = 'Add --help to see how it is used.\n';
  expect((await releases('prun')).says).toMatch(/^error: too many arguments.*\n.*--help/);
  expect(await releases('prune', '--day', '3')).toEqual({
    code: 2,
    says: `error: unknown option '--day'\n(Did you mean --days?)\n${help}`,
  });
  expect(await rollback()).toEqual({
    code: 2,
    says: `error: missing required argument 'name'\n${help}`,
  });
  const names = 'There is no release of "pigg". Choose one of: pig.\n';
  expect(await rollback('pigg')).toEqual({ code: 1, says: names });
  expect((await rollback('pig', 'ffffffffffff')).says).toMatch(/`npm run releases` lists/);
});

test.each(['', ' ', 'x', '-1', '1e9'])(
  '%j is no number of days, and nothing goes',
  async (days) => {
    const { code, says } = await releases('prune', '--yes', `--days=${days}`);
    expect([code, says]).toEqual([2, `"${days}" is no number of days. For example: --days 7\n`]);
    expect(await listReleases(storeIn(dataDir), 'pig')).toHaveLength(3);
  },
);

test('pruning shows what would go, and removes it when it is agreed to', async () => {
  const shown = await releases('prune', '--days', '0');
  expect(shown.says).toMatch(/^This would be removed:\n {2}pig@[0-9a-f]{12} .*--yes\n$/s);
  expect(await listReleases(storeIn(dataDir), 'pig')).toHaveLength(3);
  expect((await releases('prune', '--days', '0', '--yes')).says).toMatch(/^Removed:\n/);
  expect(await listReleases(storeIn(dataDir), 'pig')).toHaveLength(2);
});

test("another section's broken pointer is named, and retiring and rolling back go on", async () => {
  const store = await temporaryStore();
  const DATA_DIR = path.dirname(store.folder);
  // It fails at once in a browser, so no page is waited for.
  const files = { ...startedShellFiles, 'main.0a1b2c3d.mjs': 'throw new Error()' };
  await layRelease(store, 'shell', files);
  for (const name of ['contact', 'home'])
    await layRelease(store, name, sectionFiles(name, 'A section'));
  await writeFile(pointerFile(store, 'contact'), '{');
  for (const words of [
    ['releases', 'retire', 'home'],
    ['rollback', 'home'],
  ])
    expect(await askCommand({ DATA_DIR }, ...words)).toMatchObject({ code: 0 });
});

test('more releases than files may be open at once are listed', async () => {
  const folder = temporaryFolder();
  for (let number = 0; number < 1000; number += 1) {
    const release = path.join(folder, 'releases/pig', number.toString(16).padStart(12, '0'));
    mkdirSync(release, { recursive: true });
    writeFileSync(path.join(release, 'release.json'), '{}');
  }
  const { stdout, stderr } = await promisify(execFile)(
    'sh',
    ['-c', 'ulimit -n 128 && exec "$0" "$1" releases', process.execPath, portfolio],
    { env: { PATH: process.env.PATH, DATA_DIR: folder }, maxBuffer: 1e7 },
  );
  expect(stdout).toBe('Nothing has been released yet. Begin with: npm start\n');
  expect(stderr.match(/release\.json is not right/g)).toHaveLength(1000);
});
