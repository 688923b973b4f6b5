import path from 'node:path';
import { parseTextsDocument } from '@portfolio/releases/release/release-texts.ts';
import {
  BannerPlugin,
  Compilation,
  type Configuration,
  CopyRspackPlugin,
  type RspackPluginInstance,
} from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { importBounds } from './import-bounds.ts';
import { PictureSizes } from './picture-sizes.ts';

/** Sharing is said in a file at the top that belongs to no package: the only import that leaves one by a path. */
export { consumedSingletons, providedVersions, sharedPackages } from '../../../../rspack.shared.ts';

/** What is built for a development server; without it the build is the one that is released. */
export interface Development {
  /** The address of the server, with a slash at its end; without one the build finds its files beside itself. */
  base?: string;
  /** Beside a released shell, whose React has no hot reload: the page is loaded again instead. */
  isReloaded?: boolean;
}

/**
 * How a released script imports its late files: with the shell's function, which requests a lost one again; a shell
 * from before it has none.
 */
const importFunctionName =
  '((file) => globalThis.importScript?.(new URL(file, import.meta.url).href) ?? import(file))';

/** What shell and sections are built with alike. */
export function baseConfig(
  folder: string,
  uniqueName: string,
  development?: Development,
): Configuration {
  const hash = development ? '' : '.[contenthash:8]';
  const configuration: Configuration & Required<Pick<Configuration, 'output'>> = {
    name: uniqueName,
    context: folder,
    mode: isHot(development) ? 'development' : 'production',
    target: ['web', 'es2022'],
    // Without the sources' text, and not named by the scripts: visitors are sent none.
    devtool: development ? 'cheap-module-source-map' : 'hidden-nosources-source-map',
    output: {
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      uniqueName,
      path: path.join(folder, 'dist'),
      publicPath: development?.base ?? 'auto',
      filename: `[name]${hash}.mjs`,
      chunkFilename: `[name]${hash}.mjs`,
      // An open page asks for the change after the one it has, also when two come at once.
      clean: !development,
    },
    resolve: { extensions: ['.mjs', '.js', '.ts', '.tsx'] },
    module: {
      rules: [sources(development)],
      // It is that of the script, as for a browser: the bundler would write the folder of this machine.
      parser: { javascript: { importMeta: { url: false } } },
    },
    optimization: {
      // No split chunks: every file has a hash in every document.
      splitChunks: { chunks: 'async', cacheGroups: { defaultVendors: false } },
      chunkIds: development ? 'named' : 'deterministic',
      moduleIds: development ? 'named' : 'deterministic',
      // Hot reload to a build with errors drops what the broken file imports: an open page then shows
      // no later change, mended or not.
      emitOnErrors: false,
    },
    performance: false,
    // Not lazily: a module that is built on its first use misses a change at that moment.
    lazyCompilation: false,
    stats: 'errors-warnings',
  };
  if (!development) {
    configuration.output.devtoolModuleFilenameTemplate = nameSource;
    configuration.output.importFunctionName = importFunctionName;
  }
  return configuration;
}

const root = path.resolve(import.meta.dirname, '../../../..') + path.sep;

/** Each source by its path in its package, this repository or the folder, so that a checkout anywhere makes the same release. */
function nameSource({ absoluteResourcePath, resourcePath }: Named): string {
  const inPackage = resourcePath.replace(/^.*(?=node_modules)|^\.\//, '');
  const file = path.resolve(absoluteResourcePath);
  const isBeside = inPackage.startsWith('..') && file.startsWith(root);
  return isBeside ? file.slice(root.length) : inPackage;
}

type Named = Record<'absoluteResourcePath' | 'resourcePath', string>;

function isHot(development: Development | undefined): boolean {
  return development !== undefined && !development.isReloaded;
}

function sources(development?: Development) {
  return {
    test: /\.tsx?$/,
    type: 'javascript/auto' as const,
    loader: 'builtin:swc-loader',
    options: {
      detectSyntax: 'auto',
      jsc: {
        transform: { react: { runtime: 'automatic', refresh: isHot(development) } },
      },
      // The first with import maps (and popover, which the menu uses).
      env: { targets: 'chrome 120, firefox 125, safari 17.4' },
    },
  };
}

/** What goes into every release beside the scripts: texts and pictures. */
export const copiedFolders = ['locales', 'resources'];

export function basePlugins(folder: string, development?: Development): RspackPluginInstance[] {
  const patterns = copiedFolders.map((from) => ({
    from: path.join(folder, from),
    to: `${from}/`,
    noErrorOnMissing: true,
    info: { minimized: true },
    // The checks verify released texts; in development the error shows over the page.
    transform: development && from === 'locales' ? readable : (content: Buffer) => content,
  }));
  const forPurpose = isHot(development) ? new ReactRefreshRspackPlugin() : eagerCompiling();
  return [importBounds, new CopyRspackPlugin({ patterns }), new PictureSizes(), forPurpose];
}

/** @throws BrokenFileError */
function readable(content: Buffer, file: string): Buffer {
  parseTextsDocument(content, `locales/${path.basename(file)}`);
  return content;
}

/** V8 compiles the scripts as a whole while they arrive, not function by function; others see a comment. */
function eagerCompiling(): RspackPluginInstance {
  return new BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    include: /^(main|remoteEntry)\./,
    // After the minifier, which drops comments; before the source maps, which count its line.
    stage: Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING - 1,
  });
}
