import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { releaseBase, releaseLimits } from '@portfolio/releases/release/release.ts';
import {
  type Chunk,
  type Configuration,
  type ExternalItemFunctionData,
  NormalModuleReplacementPlugin,
  optimize,
} from '@rspack/core';
import { pageOf, readManifest } from '../project/manifest.ts';
import { developedPages } from '../project/section-pages.ts';
import {
  baseConfig,
  basePlugins,
  consumedSingletons,
  cssFile,
  type Development,
  dropStyleMaps,
} from './base-config.ts';
import { pictureSizes } from './picture-sizes.ts';

const require = createRequire(import.meta.url);

const smallRuntime = '@portfolio/cli/remote-runtime';

/**
 * Replaces the library's runtime of federation by a small one. The module that imports it is a text, by which the
 * bundler names chunks and sources, so it must not contain the path of the library on this machine.
 */
const withSmallRuntime = new NormalModuleReplacementPlugin(
  /^@module-federation\/runtime\/rspack\.js!=!data:/,
  (found) => {
    const library = /(?<=bundler_runtime__%20from%20%22).*?(?=%22)/;
    found.request = found.request.replace(library, encodeURIComponent(smallRuntime));
  },
);

/** A section exposes one module, the page, in one file, with further files for late parts. */
export async function remoteConfig(
  folder: string,
  section: string,
  development?: Development,
): Promise<Configuration> {
  const manifest = await readManifest(folder);
  const base = baseConfig(folder, section, development);
  const filename = development ? 'remoteEntry.mjs' : 'remoteEntry.[contenthash:8].mjs';
  const output: Configuration['output'] = {
    ...base.output,
    // Repeated from the plugin, whose file name may be ignored for one chunk.
    filename: development ? '[name].mjs' : filename,
    // Hashes contain the folder of the build until the script is minified, which chooses names by frequent letters.
    chunkFilename: '[id].mjs',
    // A page that throws while it starts throws the same error at the next request, instead of counting as a
    // loaded module.
    strictModuleErrorHandling: true,
  };
  // A browser starts no worker from the address of another server.
  if (development?.site)
    output.workerPublicPath = `${development.site}${releaseBase({ name: section, id: 'development' })}`;
  return {
    ...base,
    output,
    entry: {},
    resolve: { ...base.resolve, alias: { [smallRuntime]: require.resolve(smallRuntime) } },
    externals: [refuseImports(folder)],
    // Hides a warning at every build that the manifest has no public path.
    infrastructureLogging: { level: 'error' },
    // Hot reload needs its own chunks.
    optimization: { ...base.optimization, ...(development ? {} : pageInEntry(section)) },
    plugins: [
      ...basePlugins(folder, development),
      pictureSizes,
      dropStyleMaps,
      // The small runtime has no hot reload, so development keeps the library's.
      ...(development
        ? [developedPages(folder, pageOf(section, folder, manifest).path)]
        : [withSmallRuntime, new optimize.LimitChunkCountPlugin({ maxChunks: 2 + mostLateParts })]),
      new ModuleFederationPlugin({
        name: section,
        filename,
        exposes: { './page': { import: './src/page.tsx', name: 'page' } },
        // An ES module needs no global name, and its integrity can stand in the import map.
        library: { type: 'module' },
        shared: consumedSingletons(manifest.peerDependencies ?? {}),
        // With the default strategy one broken section would keep the shell from starting.
        shareStrategy: 'loaded-first',
        // Sections get types from the kit's sources; generating them would take longer than the build.
        dts: false,
        // For other hosts; this site's documents have a map of the releases.
        manifest: true,
      }),
    ],
  };
}

const fromKit =
  'import what "@portfolio/kit" hands on of it: a second copy knows nothing of the page';

/** Imports that a section cannot have, and what to do instead. */
const refused: readonly (readonly [RegExp, string])[] = [
  [
    /\.(?:s[ac]ss|less)$/,
    'write it as CSS (`*.module.css`), which nests, or beside its component with `styled` of "@portfolio/kit"',
  ],
  [
    /\.(?:png|jpe?g|webp|avif|gif|svg)(?:\?.*)?$/,
    'a picture lies in resources/ and is shown by its path there, with `Picture` of "@portfolio/kit"',
  ],
  [
    /^react-router(?:-dom)?(?:\/|$)/,
    `${fromKit} (useLocation, useParams, useNavigate, useSearchParams, Navigate, Link)`,
  ],
  [/^styled-components(?:\/|$)/, `${fromKit} (styled, css, keyframes)`],
  [
    /^tailwindcss(?:\/|$)/,
    'compile it with `npx --yes @tailwindcss/cli -i src/tailwind.in.css -o src/tailwind.css`, and import that file',
  ],
  [/^(?:react-)?i18next(?:\/|$)/, `${fromKit} (Text, useText)`],
];

/** Refuses imports of a section's own sources, with what to do instead; the bundler adds file and line to the message. */
function refuseImports(folder: string) {
  const own = path.join(folder, 'src') + path.sep;
  return async ({ request = '', contextInfo, dependencyType }: ExternalItemFunctionData) => {
    const [, cure] = refused.find(([form]) => form.test(request)) ?? [];
    const issuer = contextInfo?.issuer ?? '';
    const isInSheet = cssFile.test(issuer) && dependencyType === 'url';
    if (!cure || !issuer.startsWith(own) || isInSheet) return undefined;
    const refusal = `"${request}" cannot be imported here: ${cure}.`;
    // The bundler would print the stack.
    throw Object.assign(new Error(refusal), { stack: refusal });
  };
}

/**
 * The most late files of a section; further parts are merged. Every document has their hashes, of the live release
 * and the one before, with some 60 bytes each.
 */
export const mostLateParts = releaseLimits.sectionScripts - 1;

/** Puts the page into the entry file, as another file would delay it. */
function pageInEntry(section: string): Configuration['optimization'] {
  const isFirst = ({ name }: Pick<Chunk, 'name'>) => name === 'page' || name === section;
  const page = { name: section, chunks: isFirst, enforce: true };
  return {
    splitChunks: { cacheGroups: { default: false, defaultVendors: false, page } },
    // Of the ids these alone do not depend on the folder of the build: a deterministic one hashes the path to a package,
    // and the natural one of a worker its address.
    moduleIds: 'natural',
    chunkIds: 'named',
  };
}
