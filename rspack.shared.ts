/**
 * Sharing said once, from both sides: the shell provides, remotes consume.
 * The measurements behind every flag are in the README's decisions.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, CopyRspackPlugin, DefinePlugin, optimize } from '@rspack/core';
import { baseConfig, basePlugins, type Development } from './shell/kit/build/base-config.ts';
import { leanRuntime, smallRuntime } from './shell/kit/build/federation-runtimes.ts';

/**
 * What exists once in the page. Nothing else is shared: a shared package is kept whole, so the
 * router alone would weigh 52.7 kB instead of 12.2. Everything else reaches a remote through the kit.
 */
export const sharedSingletons = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  '@portfolio/kit',
] as const;

const require = createRequire(import.meta.url);
const root = import.meta.dirname;
const font = path.join(
  root,
  'node_modules/@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2',
);

/** The host: provides the shared singletons eagerly and opens the sections. */
export function shellConfig(folder: string, development?: Development): Configuration {
  return {
    ...baseConfig(folder, 'shell', leanRuntime, development),
    entry: './src/main.tsx',
    plugins: [
      ...basePlugins(folder, development),
      new CopyRspackPlugin({
        patterns: [
          { from: font, to: 'resources/outfit.woff2' },
          // The server names the owner where no script runs and to search engines.
          { from: path.join(folder, 'kit/owner.json'), to: 'owner.json' },
        ],
      }),
      new DefinePlugin({
        PROVIDED_VERSIONS: JSON.stringify(providedVersions()),
        // The trimmed federation runtime: no snapshots, no Node branches (16 kB less).
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        ENV_TARGET: '"web"',
      }),
    ],
  };
}

/** A section: one exposed module, the page, in one file. */
export function remoteConfig(folder: string, development?: Development): Configuration {
  const { name, peerDependencies = {} } = readPackage(folder);
  const section = name.replace(/^.*remote-/, '');
  // Hot reload is beyond the small runtime, so development keeps the library's.
  const runtime = development ? leanRuntime : smallRuntime;
  const base = baseConfig(folder, section, runtime, development);
  const filename = development ? 'remoteEntry.mjs' : 'remoteEntry.[contenthash:8].mjs';
  return {
    ...base,
    // Said again for the bundle: with one chunk the plugin's own file name may be ignored.
    output: { ...base.output, ...(development ? {} : { filename }) },
    entry: {},
    plugins: [
      ...basePlugins(folder, development),
      // One page, one file: no late chunk that could be lost (development keeps hot reload's chunks).
      ...(development ? [] : [new optimize.LimitChunkCountPlugin({ maxChunks: 1 })]),
      new ModuleFederationPlugin({
        name: section,
        filename,
        exposes: { './page': './src/page.tsx' },
        // An ES module needs no global name, and its integrity can stand in the import map.
        library: { type: 'module' },
        shared: consumed(peerDependencies),
        // With the default, one dead remote kept the shell from booting in 6 of 6 runs.
        shareStrategy: 'loaded-first',
        // Types come from the kit's sources; dts would cost 2 s a build.
        dts: false,
        // The browser never reads a manifest: the document carries the map of releases.
        manifest: false,
        experiments: {
          optimization: { disableSnapshot: true, target: 'web', disableRemote: true },
        },
      }),
    ],
  };
}

/** A remote bundles none of the shared singletons; their ranges are its own peerDependencies. */
function consumed(ranges: Record<string, string>): Record<string, object> {
  return Object.fromEntries(
    sharedSingletons.map((key) => [
      key,
      {
        // A second copy would lose React's hooks and the kit's context.
        singleton: true,
        // Never bundled: the shell provides it, eagerly, in every page.
        import: false as const,
        // Checked when the release is deployed; at run time a mismatch is only React error 306.
        requiredVersion: ranges[packageOf(key)] ?? false,
      },
    ]),
  );
}

/** The versions the shell's release promises, by package. */
export function providedVersions(): Record<string, string> {
  const names = new Set(sharedSingletons.map(packageOf));
  return Object.fromEntries([...names].map((name) => [name, readInstalled(name).version]));
}

function packageOf(key: string): string {
  return key.startsWith('@') ? key : (key.split('/')[0] ?? key);
}

interface Package {
  name: string;
  version: string;
  peerDependencies?: Record<string, string>;
}

function readPackage(folder: string): Package {
  return require(path.join(folder, 'package.json')) as Package;
}

function readInstalled(name: string): Package {
  return readPackage(path.join(root, 'node_modules', name));
}
