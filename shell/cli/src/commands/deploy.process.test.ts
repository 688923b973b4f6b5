import { expect, test } from '@jest/globals';
import { retire } from '@portfolio/releases/live/change-live.ts';
import { readLiveSet } from '@portfolio/releases/live/follow-live-releases.ts';
import { rememberBuilt, type Store } from '@portfolio/releases/store/store.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { runHere } from '@portfolio/test-support/run-here.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { providedVersions } from '../build/base-config.ts';
import { hashInputs } from '../build/build-inputs.ts';
import { listDeployables } from '../project/project.ts';

/** Deploys what changed, as if the other sections had not. */
async function deployChanged(store: Store, ...changed: string[]) {
  for (const { name, source } of await listDeployables())
    if (!changed.includes(name)) await rememberBuilt(store.database, name, hashInputs(source));
  const said = await runCommand({ DATA_DIR: store.dataDir }, ['deploy', '--changed']);
  const { shell, sections } = (await readLiveSet(store)) ?? {};
  return { said, shell, home: sections?.home?.[0] };
}

test('a shell with a language that live sections lack goes live after them', async () => {
  const store = await temporaryStore();
  const { 'locales/de.yaml': _german, ...english } = shellFiles;
  await addRelease(store, 'shell', english, { provides: providedVersions() });
  const { 'locales/de.yaml': _deutsch, ...files } = sectionFiles('home', 'Home');
  const { id } = await addRelease(store, 'home', files);
  const { said, shell, home } = await deployChanged(store, 'shell', 'home');
  expect(said.code).toBe(0);
  expect([undefined, id]).not.toContain(home?.id);
  const parts = Object.keys(shell?.files ?? {}).sort();
  const found = parts.filter((it) => /^(locales\/de.yaml|[^/]+)(?<!\.map)$/.test(it)).join(' ');
  const all = `.mjs document.html licenses.txt locales/de.yaml main.mjs owner.json pictures.mjs server.js swap-section.mjs`;
  expect(found.replaceAll(/\d*\.[\da-f]{8}/g, '')).toBe(all);
  const again = await runHere({ DATA_DIR: store.dataDir }, ['deploy', '--changed']);
  expect(again).toEqual({ code: 0, says: '' });
  expect(String(await shell?.read('licenses.txt'))).toMatch(/^@fontsource-variable\/outfit /m);
});

test('a shell with another kit than live sections require goes live before them', async () => {
  const store = await temporaryStore();
  const kit = '@portfolio/kit';
  const provides = { ...providedVersions(), [kit]: '1.0.0' };
  await addRelease(store, 'shell', shellFiles, { provides });
  for (const title of ['Before', 'Live'])
    await addRelease(store, 'home', sectionFiles('home', title), { requires: { [kit]: '^1.0.0' } });
  const { said, shell, home } = await deployChanged(store, 'shell', 'home');
  expect(said.code).toBe(0);
  expect(shell?.provides).toEqual(providedVersions());
  expect(home?.requires).not.toMatchObject({ [kit]: '^1.0.0' });
});

test('a refused section keeps its live release, which the exit code says', async () => {
  const store = await temporaryStore();
  await addRelease(store, 'shell', shellFiles);
  const { id } = await addRelease(store, 'home', sectionFiles('home', 'Home'));
  const { said } = await deployChanged(store, 'home');
  expect(said).toEqual({ code: 1, says: expect.stringContaining(`home@${id} stays live.`) });
  await retire(store, 'home');
  const stays = 'home is retired and stays so. To bring it back: npx portfolio deploy home\n';
  expect((await deployChanged(store, 'home')).said).toEqual({ code: 0, says: stays });
});

test.each([
  [1, 'deploy shel', /There is no section "shel" here. Choose one of: shell, /],
  [2, 'deploy --changed home', /--changed takes no name/],
  [2, 'deploy', /^Name a section or the shell\. Choose one of: shell, contact, /],
  [2, 'new', /missing required argument 'name'\nAdd --help to see how it is used\.$/m],
  [2, 'new My-Blog', /in small letters, digits and dashes. For example: portfolio new blog/],
  [2, 'new shell', /it is the frame of all sections. For example: portfolio new blog/],
  [2, 'new api', /the site answers what begins with \/api/],
  [1, 'new home', /There is a folder remote-home already./],
])('wrong use ends with %i and what is possible: %s', async (code, words, sentence) => {
  const said = await runHere({ DATA_DIR: temporaryFolder() }, words.split(' '));
  expect(said).toEqual({ code, says: expect.stringMatching(sentence) });
});
