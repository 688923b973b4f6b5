import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { most } from '@portfolio/releases/release/release.ts';
import {
  type Chunk,
  type Configuration,
  type ExternalItemFunctionData,
  optimize,
} from '@rspack/core';
import { type Manifest, pageOf } from '../project/manifest.ts';
import { releasedPages } from '../project/section-pages.ts';
import { baseConfig, basePlugins, consumedSingletons, type Development } from './base-config.ts';

const require = createRequire(import.meta.url);

const bundlerRuntime = require.resolve('@module-federation/webpack-bundler-runtime/package.json');

/** A federation runtime that does what a released section needs, in the place of the library's. */
const smallRuntime = {
  [path.join(bundlerRuntime, '../dist/index.cjs')]: require.resolve(
    '@portfolio/cli/remote-runtime',
  ),
};

/** A section: one exposed module, the page, in one file, and one for each part that comes late. */
export function remoteConfig(
  folder: string,
  section: string,
  manifest: Manifest,
  development?: Development,
): Configuration {
  const base = baseConfig(folder, section, development);
  const filename = development ? 'remoteEntry.mjs' : 'remoteEntry.[contenthash:8].mjs';
  return {
    ...base,
    module: { ...base.module, rules: [...(base.module?.rules ?? []), filledFromKit] },
    // Said again for the bundle: with one chunk the plugin's own file name may be ignored.
    output: {
      ...base.output,
      filename: development ? '[name].mjs' : filename,
      // A page that throws while it starts throws the same error when it is requested again, instead of
      // passing for a module that is whole.
      strictModuleErrorHandling: true,
    },
    entry: {},
    // Hot reload is beyond the small runtime, so development keeps the library's.
    resolve: { ...base.resolve, alias: development ? {} : smallRuntime },
    externals: [refuseImports(folder)],
    // The manifest is told each time that it has no public path.
    infrastructureLogging: { level: 'error' },
    // Development keeps hot reload's chunks.
    optimization: { ...base.optimization, ...(development ? {} : pageInEntry(section)) },
    plugins: [
      ...basePlugins(folder, development),
      releasedPages(folder, pageOf(section, folder, manifest).path, development !== undefined),
      ...(development
        ? []
        : [new optimize.LimitChunkCountPlugin({ maxChunks: 2 + mostLateParts })]),
      new ModuleFederationPlugin({
        name: section,
        filename,
        exposes: { './page': { import: './src/page.tsx', name: 'page' } },
        // An ES module needs no global name, and its integrity can stand in the import map.
        library: { type: 'module' },
        shared: consumedSingletons(manifest.peerDependencies ?? {}),
        // With the default, one dead section keeps the shell from starting.
        shareStrategy: 'loaded-first',
        // Types come from the kit's sources; making them would take longer than the build.
        dts: false,
        // For other hosts: the documents of the site carry the map of releases.
        manifest: !development,
        experiments: {
          optimization: { disableSnapshot: true, target: 'web', disableRemote: true },
        },
      }),
    ],
  };
}

/** What the gallery of the kit shows, from the sources; the packed gallery has it already. */
const filledFromKit = {
  test: /shell\/kit\/gallery\/src\/kit\.ts$/,
  loader: path.join(import.meta.dirname, 'describe-kit.ts'),
};

const fromKit =
  'import what "@portfolio/kit" hands on of it: a second copy knows nothing of the page';

/** What a section cannot import, and what to do instead. */
const refused: readonly (readonly [RegExp, string])[] = [
  [
    /\.(?:css|s[ac]ss|less)$/,
    'styles stand beside their component, with `styled` of "@portfolio/kit"',
  ],
  [
    /\.(?:png|jpe?g|webp|avif|gif|svg)$/,
    'a picture lies in resources/ and is shown by its path there, with `Picture` of "@portfolio/kit"',
  ],
  [
    /^react-router(?:-dom)?(?:\/|$)/,
    `${fromKit} (useLocation, useParams, useNavigate, useSearchParams, Navigate, Link)`,
  ],
  [/^styled-components(?:\/|$)/, `${fromKit} (styled, css, keyframes)`],
  [/^(?:react-)?i18next(?:\/|$)/, `${fromKit} (Text, useText)`],
];

/** Refuses an import of a section's own sources in one sentence; the bundler adds the file and the line. */
function refuseImports(folder: string) {
  const own = path.join(folder, 'src') + path.sep;
  return async ({ request = '', contextInfo }: ExternalItemFunctionData) => {
    const [, cure] = refused.find(([form]) => form.test(request)) ?? [];
    if (cure === undefined || !contextInfo?.issuer.startsWith(own)) return undefined;
    const error = new Error(`"${request}" cannot be imported here: ${cure}.`);
    // Without a stack, which the bundler would print.
    error.stack = error.message;
    throw error;
  };
}

/**
 * Of a section: what is imported when it is needed. The hash of each stands in every document, for the
 * live release and the one before, some 60 bytes apiece: more than these are put together.
 */
export const mostLateParts = most.sectionScripts - 1;

/** The page itself is in the file that the browser starts with: one that waits for another is later. */
function pageInEntry(section: string): Configuration['optimization'] {
  const isFirst = ({ name }: Pick<Chunk, 'name'>) => name === 'page' || name === section;
  const page = { name: section, chunks: isFirst, enforce: true };
  return {
    splitChunks: { cacheGroups: { default: false, defaultVendors: false, page } },
    // Numbers by the order of imports: a deterministic number is made of a module's name, and the names
    // of those that federation adds contain the folder.
    moduleIds: 'natural',
  };
}
