import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, optimize } from '@rspack/core';
import { baseConfig, basePlugins, type Development } from './base-config.ts';
import { leanRuntime, smallRuntime } from './federation-runtimes.ts';
import { mostLateParts, pageInEntry, RetryLateParts } from './late-parts.ts';
import { refuseImports } from './refused-imports.ts';
import { ReleasedPages } from './section-pages.ts';
import { consumedSingletons } from './sharing.ts';

/** A section: one exposed module, the page, in one file, and one for each part that comes late. */
export function remoteConfig(
  folder: string,
  section: string,
  development?: Development,
): Configuration {
  const { peerDependencies = {} } = readPackage(folder);
  // Hot reload is beyond the small runtime, so development keeps the library's.
  const runtime = development ? leanRuntime : smallRuntime;
  const base = baseConfig(folder, section, runtime, development);
  const filename = development ? 'remoteEntry.mjs' : 'remoteEntry.[contenthash:8].mjs';
  return {
    ...base,
    module: { rules: [...(base.module?.rules ?? []), galleryOfKit] },
    // Said again for the bundle: with one chunk the plugin's own file name may be ignored.
    output: {
      ...base.output,
      ...(development ? {} : { filename }),
      // A page that throws at its start throws the same when it is asked for again, instead of being
      // taken for one that is whole and fails by what it lacks.
      strictModuleErrorHandling: true,
    },
    entry: {},
    externals: [refuseImports(folder)],
    // Development keeps hot reload's chunks.
    ...(development ? {} : { optimization: { ...base.optimization, ...pageInEntry(section) } }),
    plugins: [
      ...basePlugins(folder, development),
      new ReleasedPages(section, folder),
      ...(development
        ? []
        : [
            new optimize.LimitChunkCountPlugin({ maxChunks: 2 + mostLateParts }),
            new RetryLateParts(),
          ]),
      new ModuleFederationPlugin({
        name: section,
        filename,
        exposes: { './page': { import: './src/page.tsx', name: 'page' } },
        // An ES module needs no global name, and its integrity can stand in the import map.
        library: { type: 'module' },
        shared: consumedSingletons(peerDependencies),
        // With the default, one dead section keeps the shell from starting.
        shareStrategy: 'loaded-first',
        // Types come from the kit's sources; making them would take longer than the build.
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

/** What the gallery of the kit shows, from the sources; the packed gallery has it already. */
const galleryOfKit = {
  test: /shell\/kit\/gallery\/src\/kit\.ts$/,
  loader: path.join(import.meta.dirname, 'describe-kit.ts'),
};

interface Package {
  peerDependencies?: Record<string, string>;
}

function readPackage(folder: string): Package {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package;
}
