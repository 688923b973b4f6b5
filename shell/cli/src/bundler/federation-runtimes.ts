import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const packages = path.join(
  path.dirname(require.resolve('@module-federation/runtime/package.json')),
  '..',
);
const federation = (file: string) => path.join(packages, file);

/** What Rspack puts into a bundle, wherever the package lies. */
const bundlerRuntime = federation('webpack-bundler-runtime/dist/index.cjs');

/**
 * Rspack bundles the CommonJS build of the federation runtime, which cannot be tree-shaken: 29 kB
 * in the shell and 29 kB again in every remote. Its ESM build leaves 12 and 15.
 */
export const leanRuntime = {
  [bundlerRuntime]: federation('webpack-bundler-runtime/dist/index.js'),
  '@module-federation/runtime': federation('runtime/dist/index.js'),
  '@module-federation/runtime/helpers$': federation('runtime/dist/helpers.js'),
};

/** What a released remote needs of a federation runtime, in 2 kB (text 1.25× to 1.16× of one bundle's). */
export const smallRuntime = {
  [bundlerRuntime]: path.join(import.meta.dirname, 'remote-runtime.ts'),
};
