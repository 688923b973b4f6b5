/** @jest-environment node */
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { rspack } from '@rspack/core';
import { remoteConfig } from './remote-config.ts';

/**
 * The contract of the two internals that are leaned on: what a remote's bundle asks of its runtime,
 * and the share scope that a container is given. An upgrade that changes either fails here.
 */
const folder = temporaryFolder();
let script: string;
beforeAll(async () => {
  const root = path.join(import.meta.dirname, '../../../..');
  const isSource = (file: string) => !/\/(node_modules|dist)$/.test(file);
  await cp(path.join(root, 'remote-home'), folder, { recursive: true, filter: isSource });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await new Promise<void>((resolve, reject) => {
    rspack(remoteConfig(folder, 'home')).run((error, stats) =>
      error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve(),
    );
  });
  const [entry = ''] = (await readdir(path.join(folder, 'dist'))).filter((f) => f.endsWith('.mjs'));
  script = path.join(folder, 'dist', entry);
});

const template = () => () => null;

/** Enough of a shell for a page to be defined: `styled.x` and `styled(X)` are called with templates. */
const shell = new Proxy(
  {},
  {
    get: (_target, key) =>
      key === 'styled' ? new Proxy(template, { get: () => template }) : template,
  },
);

test('a built remote opens by the container protocol with what the shell provides', async () => {
  const container = await import(script);
  const keys = ['react', 'react/jsx-runtime', 'react-dom', '@portfolio/kit'];
  const shareScope = Object.fromEntries(
    keys.map((key) => [key, { '1.0.0': { lib: () => shell } }]),
  );
  await container.init(shareScope, [], { version: '', shareScopeKeys: 'default' });
  const page = await container.get('./page');
  expect(typeof page().default).toBe('function');
});

test('what the shell does not provide is named', async () => {
  const container = await import(`${script}?without`);
  await container.init({}, [], { version: '', shareScopeKeys: 'default' });
  await expect(async () => (await container.get('./page'))()).rejects.toThrow(
    /The shell does not provide (react|@portfolio\/kit)/,
  );
});

test('a remote bundles no runtime beyond the small one', async () => {
  const bytes = brotliCompressSync(await readFile(script)).length;
  // With the library's own runtime it is several times as much.
  expect(bytes).toBeLessThan(7000);
});
