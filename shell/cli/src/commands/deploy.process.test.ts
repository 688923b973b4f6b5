import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { findRelease, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { inherited, runCommand } from '@portfolio/test-support/run-command.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { providedVersions } from '../build/base-config.ts';

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

test.each([
  [1, 'deploy shell shel', /There is no section "shel" here. Choose one of: shell, /],
  [2, 'deploy --changed home', /--changed takes no name/],
  [2, 'deploy', /Choose one of: shell, /],
  [2, 'new My-Blog', /in small letters, digits and dashes. For example: portfolio new blog/],
  [2, 'new shell', /it is the frame of all sections. For example: portfolio new blog/],
  [2, 'new api', /the site answers what begins with \/api/],
  [1, 'new home', /There is a folder remote-home already./],
])('wrong use ends with %i and what is possible: %s', async (code, words, sentence) => {
  const said = await runCommand({ DATA_DIR: temporaryFolder() }, ...words.split(' '));
  expect(said).toEqual({ code, says: expect.stringMatching(sentence) });
});
