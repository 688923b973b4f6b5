import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseTextsDocument } from '@portfolio/releases/release/files.ts';
import {
  BannerPlugin,
  Compilation,
  type Compiler,
  type Configuration,
  CopyRspackPlugin,
  type RspackPluginInstance,
  type RuleSetRule,
  sources,
} from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { providedVersions } from '../../../../rspack.shared.ts';
import { ownPackage } from '../own-package.ts';
import { NotPossibleError } from '../terminal/terminal.ts';

/** The file at the top belongs to no package, so this is the only import of another package by a path. */
export {
  consumedSingletons,
  providedVersions,
  sharedPackages,
  sharedSingletons,
} from '../../../../rspack.shared.ts';

/** The versions that the shell of the repository provides, or that of a packed command line. */
export function readProvided(): Record<string, string> {
  const { provides } = JSON.parse(readFileSync(path.join(ownPackage, 'package.json'), 'utf8'));
  return provides ?? providedVersions();
}

/** The options of a build for development; without them the build is for a release. */
export interface Development {
  /** The server's address, with a slash at the end; without it the scripts find files relative to themselves. */
  base?: string;
  /** The address of the site that shows the page. */
  site?: string;
}

/**
 * A released script imports late files by the shell's function, which repeats a failed request. Older shells do
 * not have it.
 */
const importFunctionName =
  '((file) => globalThis.importScript?.(new URL(file, import.meta.url).href) ?? import(file))';

/** The first engines with import maps, and with popover for the menu. */
export const engines = 'chrome 120, firefox 125, safari 17.4';

export const cssFile = /\.css$/;

/** A CSS file becomes a text in the script; its fonts and pictures become files. */
const styleRules: RuleSetRule[] = [
  {
    test: cssFile,
    oneOf: [
      {
        resourceQuery: /^$/,
        issuer: { not: cssFile },
        type: 'javascript/auto',
        loader: createRequire(import.meta.url).resolve('@portfolio/cli/load-styles'),
        sideEffects: true,
      },
      {
        type: 'css/auto',
        loader: 'builtin:lightningcss-loader',
        options: { minify: true, targets: engines },
        parser: { exportType: 'text' },
        // Sections share a page.
        generator: { localIdentName: '[uniqueName]-[local]-[hash]' },
      },
    ],
  },
  {
    issuer: cssFile,
    dependency: 'url',
    type: 'asset/resource',
    generator: { filename: 'styles/[hash][ext]', publicPath: 'release:' },
  },
];

const styleMap = /\\n\/\*# sourceMappingURL=data:[^*]*\*\//g;

/** Removes source maps from style sheets. Rspack adds them whatever `devtool` says, with a path of this machine. */
export function dropStyleMaps({ hooks }: Compiler): void {
  hooks.compilation.tap('dropStyleMaps', (compilation) => {
    compilation.hooks.processAssets.tap('dropStyleMaps', (assets) => {
      for (const [name, asset] of Object.entries(assets)) {
        const { source, map } = asset.sourceAndMap();
        const without = String(source).replace(styleMap, '');
        const mapped = () => new sources.SourceMapSource(without, name, JSON.stringify(map));
        if (/\.[cm]js$/.test(name) && without !== source) compilation.updateAsset(name, mapped);
      }
    });
  });
}

/** @throws NotPossibleError */
export function baseConfig(
  folder: string,
  uniqueName: string,
  development?: Development,
): Configuration {
  if (/[#!]/.test(folder))
    throw new NotPossibleError(
      `The bundler reads # and ! in a path as its own signs. Rename the folder, so that neither is in ${folder}`,
    );
  const hash = development ? '' : '.[contenthash:8]';
  return {
    name: uniqueName,
    // A folder of links to a section builds what the section does: its late files are named by their place in it.
    context: path.dirname(realpathSync(path.join(folder, 'package.json'))),
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    // Visitors get no source maps: these have no texts of sources, and scripts do not name them.
    devtool: development ? 'cheap-module-source-map' : 'hidden-nosources-source-map',
    output: {
      module: true,
      uniqueName,
      publicPath: development?.base ?? 'auto',
      filename: `[name]${hash}.mjs`,
      chunkFilename: `[name]${hash}.mjs`,
      ...(development ? {} : { devtoolModuleFilenameTemplate: nameSource, importFunctionName }),
    },
    resolve: { extensions: ['.mjs', '.js', '.ts', '.tsx'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: { transform: { react: { runtime: 'automatic', refresh: !!development } } },
            env: { targets: engines },
          },
        },
        ...styleRules,
      ],
      // Keeps `import.meta.url`, which the bundler would replace by a folder of this machine.
      parser: { javascript: { importMeta: { url: false } } },
    },
    optimization: {
      // No split chunks, as every document has the hash of every file.
      splitChunks: false,
      // Hot reload to a build with errors drops the imports of the broken file, after which an open page shows no
      // later change.
      emitOnErrors: false,
    },
  };
}

const root = path.resolve(import.meta.dirname, '../../../..') + path.sep;

/** Names sources by relative paths, so that every checkout builds the same release. */
function nameSource({ absoluteResourcePath, resourcePath }: Named): string {
  const inPackage = resourcePath.replace(/^.*(?=node_modules)|^\.\//, '');
  const file = path.resolve(absoluteResourcePath);
  const isBeside = inPackage.startsWith('..') && file.startsWith(root);
  return isBeside ? file.slice(root.length) : inPackage;
}

type Named = Record<'absoluteResourcePath' | 'resourcePath', string>;

export function basePlugins(folder: string, development?: Development): RspackPluginInstance[] {
  const patterns = ['locales', 'resources'].map((from) => ({
    from: path.join(folder, from),
    to: `${from}/`,
    noErrorOnMissing: true,
    info: { minimized: true },
    // Checks verify released texts; in development the page shows the error.
    transform: development && from === 'locales' ? readable : (content: Buffer) => content,
  }));
  const forPurpose = development ? new ReactRefreshRspackPlugin() : eagerCompiling;
  return [new CopyRspackPlugin({ patterns }), forPurpose];
}

/** @throws BrokenFileError */
function readable(content: Buffer, file: string): Buffer {
  parseTextsDocument(content, `locales/${path.basename(file)}`);
  return content;
}

/** Makes V8 compile the whole script while it arrives; other engines see a comment. */
const eagerCompiling = new BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  include: /^(main|remoteEntry)\./,
  // After the minifier, which drops comments, and before the source maps, which count the line.
  stage: Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING - 1,
});
