import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

const folderOf = (packageFile: string) => path.dirname(require.resolve(packageFile));
const runtime = folderOf('@module-federation/runtime/package.json');
const bundler = folderOf('@module-federation/webpack-bundler-runtime/package.json');

/** What Rspack puts into a bundle. */
const bundlerRuntime = path.join(bundler, 'dist/index.cjs');

/**
 * Rspack bundles the CommonJS build of the federation runtime, which cannot be tree-shaken: 29 kB
 * in the shell and 29 kB again in every remote. Its ESM build leaves 12 and 15.
 */
export const leanRuntime = {
  [bundlerRuntime]: path.join(bundler, 'dist/index.js'),
  '@module-federation/runtime': path.join(runtime, 'dist/index.js'),
  '@module-federation/runtime/helpers$': path.join(runtime, 'dist/helpers.js'),
};

/** What a released remote needs of a federation runtime, in 2 kB. */
export const smallRuntime = {
  // By its name: packed it lies elsewhere.
  [bundlerRuntime]: require.resolve('@portfolio/cli/remote-runtime'),
};
