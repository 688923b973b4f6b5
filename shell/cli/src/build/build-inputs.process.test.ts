import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { build } from './build.ts';
import { describeInputs, isUnchanged } from './build-inputs.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

test('a section counts as unchanged until an input of its build changes', async () => {
  const source = await tinySection({ 'src/part.ts': 'export const oink = 1;\n' });
  const write = (file: string, text: string) => writeFile(path.join(source, file), text);
  const page = "import './part.ts';\nexport default () => null;\n";
  await write('src/page.tsx', page);
  const described = async () => {
    const startedAt = new Date();
    const { inputs } = await build('pig', source, path.join(temporaryFolder(), 'dist'));
    return describeInputs(inputs, startedAt);
  };
  const before = await described();
  await write('src/page.test.tsx', 'test');
  await write('README.md', 'words');
  await write('src/not-imported.ts', 'export {};');
  expect(await isUnchanged(before)).toBe(true);
  for (const [file, text] of [
    ['src/part.ts', 'export const oink = 2;\n'],
    ['locales/fr.yaml', 'pig: { title: Cochon }\n'],
    ['pages.yaml', '{}'],
  ] as const) {
    const state = await described();
    expect(await isUnchanged(state)).toBe(true);
    await write(file, text);
    expect([file, await isUnchanged(state)]).toEqual([file, false]);
  }
  const whole = await described();
  await rm(path.join(source, 'locales/fr.yaml'));
  expect(await isUnchanged(whole)).toBe(false);
});

test.each(['', '{', '{}', 'null', '{"files":1}', '0123456789ab'])(
  'a description that cannot be read, such as %j, counts as changed',
  async (described) => expect(await isUnchanged(described)).toBe(false),
);

test('an input that changes during a build counts as changed', async () => {
  const source = await tinySection();
  const startedAt = new Date(Date.now() - 60_000);
  const { inputs } = await build('pig', source, path.join(temporaryFolder(), 'dist'));
  expect(await describeInputs(inputs, startedAt)).toBe('');
});

test("the shell's inputs are the kit, its document and the modules of the build, but no test, bench or command", async () => {
  const source = path.join(root, 'shell');
  const startedAt = new Date();
  const { inputs } = await build('shell', source, path.join(temporaryFolder(), 'dist'));
  const { files, folders } = JSON.parse(await describeInputs(inputs, startedAt));
  expect(files).toEqual(
    expect.arrayContaining([
      'package-lock.json',
      'rspack.shared.ts',
      'shell/cli/src/build/picture-sizes.ts',
      'shell/cli/src/project/compile-markdown.ts',
      'shell/contract/src/pictures.ts',
      'shell/document.html',
      'shell/kit/owner.json',
      'shell/kit/package.json',
      'shell/kit/src/texts/text.tsx',
      'shell/src/document/watchdog.ts',
    ]),
  );
  expect(folders).toEqual(['shell/locales', 'shell/resources']);
  const others = /\.test\.|\/(?:bench|e2e|drawings|testing|commands|deploy|test-support)\//;
  expect(files.filter((file: string) => others.test(file))).toEqual([]);
});
