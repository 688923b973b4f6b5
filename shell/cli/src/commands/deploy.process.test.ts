import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { findRelease, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { inherited, runCommand, runCommandIn } from '@portfolio/test-support/run-command.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { providedVersions } from '../build/base-config.ts';

const dataDir = temporaryFolder();

const deploy = (environment: Record<string, string>, ...words: string[]) =>
  runCommand({ DATA_DIR: dataDir, ...environment }, 'deploy', ...words);

test('a deploy is refused until CONNECT_ORIGINS names the origins of its section', async () => {
  const service = 'https://api.example.com';
  const folder = await tinySection({
    'package.json': JSON.stringify({
      name: '@team/remote-pig',
      type: 'module',
      page: { label: 'pig.title' },
      origins: [service],
    }),
  });
  const here = (CONNECT_ORIGINS: string) =>
    runCommandIn(folder, { DATA_DIR: dataDir, CONNECT_ORIGINS }, 'deploy');
  const refused = await here('https://img.example.com');
  expect(refused.code).toBe(1);
  expect(refused.says).toContain(`names ${service}, which pages of this site may not call.`);
  expect((await here(`https://img.example.com ${service}`)).says).toContain('is live.');
});

test('a shell with a language that live sections lack goes live after them', async () => {
  const store = await temporaryStore();
  const { 'locales/de.yaml': _german, ...english } = shellFiles;
  await addRelease(store, 'shell', english, { provides: providedVersions() });
  const { 'locales/de.yaml': _deutsch, ...files } = sectionFiles('home', 'Home');
  const { id } = await addRelease(store, 'home', files);
  // Five builds take longer than the time-out of `runCommand`.
  const portfolio = path.join(import.meta.dirname, '../portfolio.ts');
  const env = { ...inherited, DATA_DIR: store.dataDir };
  const words = ['deploy', '--changed'];
  await promisify(execFile)(process.execPath, [portfolio, ...words], { env });
  const live = async (name: string) => (await readLiveOf(store.database, name)).ids[0] ?? '';
  expect(await live('home')).not.toBe(id);
  const shell = await findRelease(store.database, { name: 'shell', id: await live('shell') });
  expect(Object.keys(shell?.files ?? {})).toContain('locales/de.yaml');
});

test('wrong use is answered with what to do', async () => {
  const answer = (pattern: RegExp, code = 2) => ({ code, says: expect.stringMatching(pattern) });
  expect(await deploy({}, 'shell', 'shel')).toEqual(
    answer(/There is no section "shel" here. Choose one of: shell, /, 1),
  );
  expect(await deploy({}, '--changed', 'home')).toEqual(answer(/--changed takes no name/));
  expect(await deploy({})).toEqual(answer(/Choose one of: shell, /));
  expect(await deploy({}, 'home', '--previw')).toEqual(
    answer(/--previw'\n\(Did you mean --preview/),
  );
});
