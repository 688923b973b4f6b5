import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { listReleases } from '@portfolio/releases/store/store.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { runHere } from '@portfolio/test-support/run-here.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';

const store = await temporaryStore();
const { dataDir } = store;
for (const title of ['one', 'two', 'three']) await addRelease(store, 'pig', { 'main.mjs': title });

const releases = (...words: string[]) => runHere({ DATA_DIR: dataDir }, ['releases', ...words]);
const rollback = (...words: string[]) => runHere({ DATA_DIR: dataDir }, ['rollback', ...words]);

test('for an empty store the commands say how to begin', async () => {
  const environment = { DATA_DIR: temporaryFolder() };
  const begin = `Nothing has been released in ${environment.DATA_DIR}. Begin with: npm start, or name the folder of a site with DATA_DIR.\n`;
  expect(await runCommand(environment, ['releases'])).toEqual({ code: 0, says: begin });
  expect(await runHere(environment, ['rollback', 'pig'])).toEqual({ code: 1, says: begin });
});

test('a name or release that is not there is answered with what to do', async () => {
  const names = 'There is no release of "pigg". Choose one of: pig.\n';
  expect(await rollback('pigg')).toEqual({ code: 1, says: names });
  expect(await releases('retire', 'pigg')).toEqual({ code: 1, says: names });
  expect((await releases('faults', 'pig')).says).toContain('No browser has said that pig threw');
  expect((await releases('log')).says).toBe('Nothing has been done yet.\n');
  expect((await rollback('pig', 'ffffffffffff')).says).toMatch(/`npx portfolio releases` lists/);
});

test('export writes the files of a release into a folder, copy all releases into an empty store', async () => {
  const [{ id = '' } = {}] = await listReleases(store, 'pig');
  const folder = path.join(temporaryFolder(), 'out');
  const { says } = await releases('export', `remote-pig@${id}`, folder);
  expect(says).toBe(`The files of pig@${id} are in ${folder}.\n`);
  expect(await readFile(path.join(folder, 'main.mjs'), 'utf8')).toMatch(/one|two|three/);
  const description = JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8'));
  expect(description).toMatchObject({ name: 'pig', id });
  const wrong = '"pig" is no release. For example: home@0123456789ab\n';
  expect(await releases('export', 'pig', folder)).toEqual({ code: 2, says: wrong });
  const there = `There is a ${folder} already. Name a folder that is not there yet.\n`;
  expect(await releases('export', `pig@${id}`, folder)).toEqual({ code: 1, says: there });
  const lost = `There is no ${folder}/site.sqlite: --from is the DATA_DIR of a site, or its DATABASE_URL.\n`;
  const copy = await releases('copy', '--from', folder, '--to', temporaryFolder());
  expect(copy).toEqual({ code: 1, says: lost });
  const copied = await releases('copy', '--from', dataDir, '--to', temporaryFolder());
  expect(copied).toEqual({ code: 0, says: '3 releases were copied.\n' });
});

test('the environment wins over settings in a file .env', async () => {
  const [folder, dataDir] = [temporaryFolder(), temporaryFolder()];
  const file = path.join(folder, '.env');
  await writeFile(file, `DATA_DIR=${dataDir}\nPORT=x\n`);
  const wrong = await runCommand({ ENV_FILE: file }, ['releases']);
  expect(wrong).toMatchObject({ code: 2, says: expect.stringContaining('PORT: must be a number') });
  const right = await runCommand({ ENV_FILE: file, PORT: '5037' }, ['releases']);
  expect(right.says).toContain(`Nothing has been released in ${dataDir}.`);
});
