import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isMissing } from '@portfolio/releases/contents/durable-files.ts';
import { isContainer } from '@portfolio/releases/release/first-scripts.ts';
import { releaseLimits } from '@portfolio/releases/release/limits.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { type Configuration, CopyRspackPlugin, experiments, optimize } from '@rspack/core';
import semver from 'semver';
import { z } from 'zod';
import { readText } from '../project/manifest.ts';
import { releasedPages } from '../project/section-pages.ts';
import { baseConfig, basePlugins, sharedPackages } from './base-config.ts';

/** A section that was built by a plugin of Module Federation, for Rspack or Vite. */
export interface PlainBuild {
  folder: string;
  /** The path of the entry script in the release. */
  entry: string;
  /** The required ranges of the site's shared packages. */
  requires: Record<string, string>;
  /** Whether scripts are merged: Vite makes one of each module, more than a section may have. */
  isJoined: boolean;
}

const manifestFile = 'mf-manifest.json';

const manifestSchema = z.looseObject({
  metaData: z.looseObject({
    remoteEntry: z.object({ name: z.string(), path: z.string() }),
  }),
  exposes: z.array(z.looseObject({ path: z.string() })),
  shared: z.array(z.looseObject({ name: z.string(), requiredVersion: z.string().nullish() })),
});

/** Reads the plugin's manifest. @throws ReleaseRefusedError if the site cannot open the section */
export async function readPlainBuild(folder: string): Promise<PlainBuild> {
  const { metaData, exposes, shared } = readPluginManifest(folder);
  refuseOthers(folder);
  const { name, path: place } = metaData.remoteEntry;
  const named = path.posix.join(place, name);
  const file = path.join(folder, named);
  const found = globSync('**/*.{js,mjs}', { cwd: folder });
  const scripts = found.map((each) => each.replaceAll(path.sep, '/'));
  const script = scripts.includes(named) ? readFileSync(file, 'utf8') : '';
  // The type in the manifest is no help: Rspack calls some ES modules "global".
  if (!(await isContainer(script)))
    throw refused(
      `${file} is no ES module that exports "get" and "init": build it with "library": { "type": "module" } of the plugin and "output": { "module": true }`,
    );
  if (!exposes.some((each) => each.path === './page'))
    throw refused(`${file} does not expose "./page", the component of the page`);
  const isAsReleased = scripts.every((each) => each.endsWith('.mjs'));
  // Rspack's entry computes the names of its parts, so they cannot be changed.
  const isOfRspack = script.includes('__webpack_modules__');
  if (isOfRspack && !isAsReleased)
    throw refused(`${folder} has scripts that do not end in .mjs: set "filename" of the plugin`);
  const isFew = isAsReleased && scripts.length <= releaseLimits.sectionScripts;
  const ranges = shared.flatMap(({ name: shares, requiredVersion }) => {
    const range = sharedPackages.includes(shares) && semver.validRange(requiredVersion);
    return range ? [[shares, range] as const] : [];
  });
  const isJoined = !isOfRspack && !isFew;
  return {
    folder,
    entry: isJoined ? joinedEntry : named,
    requires: Object.fromEntries(ranges),
    isJoined,
  };
}

const joinedEntry = 'remoteEntry.mjs';

function readPluginManifest(folder: string) {
  try {
    return manifestSchema.parse(JSON.parse(readText(path.join(folder, manifestFile))));
  } catch (error) {
    throw refused(
      isMissing(error)
        ? `${folder} has no ${manifestFile}: set "manifest": true of the plugin`
        : `${manifestFile} in ${folder} cannot be read: build it with the plugin of Module Federation 2`,
    );
  }
}

/** What is in the folder becomes public: nothing but a build may be. */
function refuseOthers(folder: string): void {
  if (existsSync(path.join(folder, 'package.json')))
    throw refused(`${folder} has sources: name the folder that the plugin has built`);
  const all = globSync('**', { cwd: folder, withFileTypes: true });
  const link = all.find((each) => !each.isFile() && !each.isDirectory());
  if (link)
    throw refused(`${link.name} in ${link.parentPath} is a link, or no file: put the file there`);
}

function refused(fault: string): ReleaseRefusedError {
  return new ReleaseRefusedError(`Nothing was released: ${fault}.`);
}

/** Makes a release of the built files and of the section's texts, pictures and pages. */
export function plainConfig(
  source: string,
  section: string,
  pagePath: string,
  plain: PlainBuild,
): Configuration {
  const { folder, isJoined } = plain;
  const base = baseConfig(folder, section);
  const { remoteEntry } = readPluginManifest(folder).metaData;
  const built = path.join(folder, remoteEntry.path, remoteEntry.name);
  return {
    ...base,
    entry: isJoined ? { remoteEntry: built } : {},
    output: { ...base.output, filename: '[name].mjs', library: { type: 'modern-module' } },
    module: {
      parser: { javascript: { importMeta: false, url: false, exprContextCritical: false } },
    },
    plugins: [
      ...basePlugins(source),
      releasedPages(source, pagePath, false),
      new CopyRspackPlugin({
        patterns: [
          {
            from: folder,
            info: { minimized: true },
            globOptions: {
              dot: false,
              ignore: ['**/mf-stats.json', ...(isJoined ? ['**/*.{js,mjs}', '**/*.map'] : [])],
            },
            transform: (content: Buffer, file: string) =>
              path.basename(file) === manifestFile ? releasedManifest(content, plain) : content,
          },
        ],
      }),
      new optimize.LimitChunkCountPlugin({ maxChunks: releaseLimits.sectionScripts }),
      new experiments.VirtualModulesPlugin(isJoined ? { [built]: withoutPreloads(built) } : {}),
    ],
  };
}

/** Removes Vite's preloads of scripts that are merged. */
function withoutPreloads(entry: string): string {
  return readFileSync(entry, 'utf8').replace(/(__mfWarmupPath of )\[.*?\]/, '$1[]');
}

/** The manifest for other hosts. */
function releasedManifest(content: Buffer, { entry, isJoined }: PlainBuild): string {
  const { metaData, exposes, ...others } = manifestSchema.parse(JSON.parse(String(content)));
  const remoteEntry = { name: entry, path: '', type: 'module' };
  // The merged scripts have other names.
  const assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
  const pages = isJoined ? exposes.map((each) => ({ ...each, assets })) : exposes;
  const released = { ...metaData, remoteEntry, publicPath: 'auto' };
  return JSON.stringify({ ...others, metaData: released, exposes: pages });
}
