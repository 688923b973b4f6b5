import { ownBase, serverFile, sharedGlobal } from '@portfolio/contract/rendering.ts';
import { type Configuration, DefinePlugin, optimize } from '@rspack/core';
import { baseConfig, dropStyleMaps, providedVersions, sharedSingletons } from './base-config.ts';
import { hashFiles, inputsOfMarkup } from './build-inputs.ts';
import { productionRouter } from './shell-config.ts';

/** A section's page for Node, which is not released. */
export const nodePage = 'page.cjs';

/** Builds the shell, or the page of a section, for Node: in one file, with the class names of the browser's build. */
export function nodeConfig(folder: string, name: string, target: string): Configuration {
  const base = baseConfig(folder, name);
  const isShell = name === 'shell';
  const externals = sharedSingletons.map((key) => [
    key,
    `globalThis.${sharedGlobal}[${JSON.stringify(key)}]`,
  ]);
  return {
    ...base,
    target: 'node20',
    devtool: isShell ? false : 'inline-cheap-module-source-map',
    entry: { page: isShell ? './src/server/server.tsx' : './src/page.tsx' },
    output: {
      path: target,
      filename: isShell ? serverFile : nodePage,
      library: { type: 'commonjs2' },
      publicPath: ownBase,
      uniqueName: name,
    },
    resolve: {
      ...base.resolve,
      alias: isShell ? productionRouter : {},
      conditionNames: ['node', 'import', 'require', 'default'],
    },
    module: { rules: base.module?.rules ?? [] },
    externalsType: 'var',
    externals: isShell ? {} : Object.fromEntries(externals),
    // The line of an error is that of the sources.
    optimization: { minimize: false },
    plugins: [
      dropStyleMaps,
      new DefinePlugin({
        PROVIDED_VERSIONS: '{}',
        MADE_WITH: JSON.stringify(isShell ? hashOfMarkup(folder) : ''),
      }),
      new optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
}

function hashOfMarkup(shell: string): string {
  return hashFiles(shell, inputsOfMarkup, JSON.stringify(providedVersions()));
}
