import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

const folderOf = (packageFile: string) => path.dirname(require.resolve(packageFile));
const runtime = folderOf('@module-federation/runtime/package.json');
const bundler = folderOf('@module-federation/webpack-bundler-runtime/package.json');

/** What Rspack puts into a bundle. */
const bundlerRuntime = path.join(bundler, 'dist/index.cjs');

/**
 * Rspack bundles the CommonJS build of the federation runtime, which cannot be tree-shaken, into the
 * shell and again into every section. This is its ESM build.
 */
export const leanRuntime = {
  [bundlerRuntime]: path.join(bundler, 'dist/index.js'),
  '@module-federation/runtime': path.join(runtime, 'dist/index.js'),
  '@module-federation/runtime/helpers$': path.join(runtime, 'dist/helpers.js'),
};

/** What a released section needs of a federation runtime, and no more. */
export const smallRuntime = {
  // By its package name, since the packed one lies elsewhere.
  [bundlerRuntime]: require.resolve('@portfolio/cli/remote-runtime'),
};
