import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder } from '@portfolio/test-support/store-settings.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { writeContent } from '../contents/contents.ts';
import { idOf } from '../release/release.ts';
import { exportRelease } from './export-release.ts';
import { publish } from './publish.ts';

test('a release is exported with its files and its description', async () => {
  const store = await temporaryStore();
  const files = sectionFiles('home', 'Home');
  const release = await addRelease(store, 'home', files);
  const folder = path.join(temporaryFolder(), 'a/home');
  expect(await exportRelease(store, release, folder)).toBe(4);
  for (const [file, content] of Object.entries(files))
    expect(await readFile(path.join(folder, file), 'utf8')).toBe(content);
  expect(JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8'))).toEqual(release);
});

test('a folder that is not empty and an unknown release are refused', async () => {
  const store = await temporaryStore();
  const release = await addRelease(store, 'home', sectionFiles('home', 'Home'));
  const folder = path.join(temporaryFolder(), 'full');
  await mkdir(folder);
  await writeFile(path.join(folder, 'mine'), 'mine');
  await expect(exportRelease(store, release, folder)).rejects.toThrow('is not empty');
  expect(await readdir(folder)).toEqual(['mine']);
  const none = { name: 'home', id: 'ffffffffffff' };
  await expect(exportRelease(store, none, `${folder}-none`)).rejects.toThrow(
    'There is no release ffffffffffff of home.',
  );
});

test('the error names a file that the disk cannot have beside another one', async () => {
  const store = await temporaryStore();
  const files = { ...sectionFiles('home', 'Home'), a: 'a', 'a/b': 'b' };
  const contents = await Promise.all(
    Object.entries(files).map(
      async ([file, content]) =>
        [file, await writeContent(store, Buffer.from(content), file)] as const,
    ),
  );
  const release = await addRelease(store, 'home', sectionFiles('home', 'Home'));
  const clashing = { ...release, files: Object.fromEntries(contents) };
  const { id } = await publish(store, { ...clashing, id: idOf(clashing) });
  const folder = path.join(temporaryFolder(), 'clash');
  await expect(exportRelease(store, { name: 'home', id }, folder)).rejects.toThrow(
    'a/b cannot be written (',
  );
});
