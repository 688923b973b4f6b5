import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';

const modules = path.join(import.meta.dirname, '../../../node_modules');
const require = createRequire(import.meta.url);

/** Whole packages, as guides to Module Federation share them: frameworks, state, the kit. */
const sharedPackages = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  'styled-components',
  'i18next',
  'react-i18next',
  'zustand',
  '@portfolio/kit',
];

interface Side {
  name: string;
  folder: string;
  remotes?: Record<string, string>;
  exposes?: Record<string, string>;
}

/** One side of the usual set-up: classic scripts, the library's own runtime and defaults. */
export function usualConfig(base: Configuration, side: Side): Configuration {
  const { name, folder, ...ends } = side;
  const copies = base.plugins?.filter((plugin) => plugin instanceof rspack.CopyRspackPlugin) ?? [];
  return {
    name,
    ...(base.context ? { context: base.context } : {}),
    mode: 'production',
    target: ['web', 'es2022'],
    entry: {},
    devtool: false,
    output: {
      uniqueName: name,
      path: folder,
      publicPath: 'auto',
      filename: '[name].[contenthash:8].js',
    },
    resolve: { extensions: ['.mjs', '.js', '.ts', '.tsx'] },
    ...(base.module ? { module: base.module } : {}),
    performance: false,
    stats: 'errors-only',
    // The library warns of addresses in its manifest that are meant as they are.
    infrastructureLogging: { level: 'error' },
    plugins: [
      ...copies,
      ...(ends.exposes ? [] : [new rspack.BannerPlugin(ownElement)]),
      new ModuleFederationPlugin({
        name,
        ...ends,
        ...(ends.exposes ? { filename: 'remoteEntry.js' } : {}),
        shared: Object.fromEntries(sharedPackages.map(asUsual)),
        // The one default not kept: it writes types, which no browser loads.
        dts: false,
      }),
    ],
  };
}

/** The site imports its shell; a classic script looks for its address among the elements of the page. */
const ownElement = {
  entryOnly: true,
  raw: true,
  // When all else is done: minifying takes the file for a classic script.
  stage: 5000,
  banner:
    "{ const own = document.createElement('script'); Object.assign(own, { type: 'text/plain', src: import.meta.url }); document.head.append(own); }",
};

function asUsual(key: string) {
  const name = key.startsWith('@') ? key : (key.split('/')[0] ?? key);
  const { version } = require(path.join(modules, name, 'package.json')) as { version: string };
  return [key, { singleton: true, requiredVersion: `^${version}` }] as const;
}
