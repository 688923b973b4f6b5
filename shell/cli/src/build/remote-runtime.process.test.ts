import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { build } from './build.ts';

/**
 * Tests two internal interfaces of the library: between a bundle and its runtime, and the share scope of a container.
 * An upgrade that changes either fails here.
 */
const source = await tinySection();
const { entry } = await build('pig', source, path.join(source, 'dist'));
const script = path.join(source, 'dist', entry);

test('a built remote opens by the container protocol with the modules of the shell', async () => {
  const container = await import(script);
  const keys = ['react', 'react/jsx-runtime', 'react-dom', '@portfolio/kit'];
  const shareScope = Object.fromEntries(keys.map((key) => [key, { '1.0.0': { lib: () => ({}) } }]));
  await container.init(shareScope, [], { version: '', shareScopeKeys: 'default' });
  const page = await container.get('./page');
  expect(typeof page().default).toBe('function');
});

test('a remote opens in a host with several versions of shared modules, loaded or only offered', async () => {
  const container = await import(`${script}?elsewhere`);
  // A plain host loads shared modules once all its remotes are initialized.
  const isInitialized = Promise.withResolvers<void>();
  const offered = { get: async () => () => ({ Text: 'another version' }) };
  const loaded = { get: offered.get, lib: () => ({ Text: 'the kit' }) };
  const kit = { '1.0.0': offered, '1.1.0': loaded };
  const jsxRuntime = () => ({ jsx: (type: string) => type });
  const react = { '19.3.1': { get: () => isInitialized.promise.then(() => jsxRuntime) } };
  await container.init({ '@portfolio/kit': kit, 'react/jsx-runtime': react }, [], {});
  isInitialized.resolve();
  const page = await container.get('./page');
  expect(page().default()).toBe('the kit');
});

test('the error names a module that the shell does not provide', async () => {
  const container = await import(`${script}?without`);
  await container.init({}, [], { version: '', shareScopeKeys: 'default' });
  await expect(async () => (await container.get('./page'))()).rejects.toThrow(
    /The shell does not provide (react|@portfolio\/kit)/,
  );
});

test('a remote bundles no runtime beyond the small one', async () => {
  const bytes = brotliCompressSync(await readFile(script)).length;
  // The library's runtime takes several times as much.
  expect(bytes).toBeLessThan(3000);
});
