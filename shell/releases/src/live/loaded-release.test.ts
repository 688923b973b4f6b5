import { beforeEach, expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { loseFile } from '@portfolio/test-support/damage.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import type { Store } from '../store/store.ts';
import { cacheReleases, loadRelease } from './loaded-release.ts';

let store: Store;
let reported: unknown[];
beforeEach(async () => {
  store = await temporaryStore();
  reported = [];
});
const open = () =>
  cacheReleases(store, { info() {}, error: (facts: object) => void reported.push(facts) });

test("a shell's document survives the loss of its file, a script does not", async () => {
  const shell = await addRelease(store, 'shell', shellFiles);
  const { read, entry, base } = await loadRelease(store, shell);
  for (const file of ['document.html', entry]) await loseFile(store, shell, file);
  expect(String(await read('document.html'))).toBe(shellFiles['document.html']);
  expect(await read(entry)).toBeUndefined();
  expect(await read('constructor')).toBeUndefined();
  expect(base).toBe(`/releases/shell/${shell.id}/`);
});

test('a broken release is reported once, and found again after a deploy repaired it', async () => {
  const files = sectionFiles('home', 'Home');
  const home = await addRelease(store, 'home', files);
  await loseFile(store, home, 'locales/en.yaml');
  const cache = open();
  for (let visit = 0; visit < 3; visit += 1) expect(await cache.find(home)).toBeUndefined();
  await expect(cache.examine(home)).rejects.toThrow('locales/en.yaml is missing');
  expect(reported).toEqual([{ release: `home@${home.id}`, reason: 'locales/en.yaml is missing' }]);
  await addRelease(store, 'home', files);
  expect(await cache.find(home)).toBeUndefined();
  cache.retryBroken();
  expect(await cache.find(home)).toMatchObject({ id: home.id });
});
