import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shellConfig } from '@portfolio/cli/build/shell-config.ts';
import { pageOf, readManifest } from '@portfolio/cli/manifest';
import { activate } from '@portfolio/releases/live/move-live.ts';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { type Configuration, rspack } from '@rspack/core';
import { findSources, type Sources } from './sources.ts';

/** Stands for a section's id in the shell's scripts, until the section is released and has one. */
const placeholder = (section: string) => `id-of-${section}`;

/**
 * One well-made bundle without federation: the same sources in one build, ES modules, a lazy route for
 * each section. Every section's chunk lies in a release of its own, so that the API preloads the route's
 * one and writes all hashes into the import map, as it does for the site.
 */
export async function buildBundle(dataDir: string): Promise<void> {
  const sources = await findSources();
  await mkdir(dataDir, { recursive: true });
  const work = await mkdtemp(path.join(dataDir, 'build-'));
  const output = path.join(work, 'shell', 'output');
  const scriptOf = await compile(await bundleConfig(work, output, sources));
  const store = await openStore({ DATA_DIR: dataDir }, { info() {}, error() {} });
  for (const [name, source] of sources.sections) {
    const folder = path.join(work, name, placeholder(name));
    for (const part of ['locales', 'resources'])
      await cp(path.join(source, part), path.join(folder, part), { recursive: true });
    const page = pageOf(name, source, await readManifest(source));
    const entry = path.basename(scriptOf(name));
    const id = await putRelease(store, folder, { name, entry, page });
    await replaceInScripts(output, placeholder(name), id);
  }
  await putRelease(store, output, { name: 'shell', entry: scriptOf('main') });
  await store.close();
}

async function bundleConfig(work: string, output: string, { shell, sections }: Sources) {
  const config = shellConfig(shell);
  // Another way to open a section's page in the place of the shell's own; all else in the shell stays.
  const loader = path.join(work, 'container.ts');
  const pages = [...sections].map(([section, source]) => {
    const page = JSON.stringify(path.join(source, 'src/page.tsx'));
    return `  ${section}: () => import(/* webpackChunkName: "${section}" */ ${page}),`;
  });
  await writeFile(
    loader,
    `const pages = {
${pages.join('\n')}
};

export async function openPage(entry) {
  const [section] = new URL(entry, location.origin).pathname.split('/').slice(2);
  const { default: Page } = await pages[section]();
  return Page;
}
`,
  );
  return {
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      new rspack.NormalModuleReplacementPlugin(/^\.\/container\.ts$/, loader),
    ],
    // A section in one chunk: every further one would be found late or need a preload of its own.
    optimization: { ...config.optimization, splitChunks: false },
    output: {
      ...config.output,
      path: output,
      publicPath: 'auto',
      chunkFilename: ({ chunk }) =>
        sections.has(chunk?.name ?? '')
          ? `../../[name]/${placeholder(chunk?.name ?? '')}/page.[contenthash:8].mjs`
          : '[name].[contenthash:8].mjs',
    },
  } satisfies Configuration;
}

/** Runs the build. @returns what gives the script of an entry or a named chunk */
function compile(configuration: Configuration): Promise<(name: string) => string> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(configuration);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats || stats.hasErrors())
          return reject(error ?? new Error(stats?.toString('errors-only')));
        const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
        resolve((name) => {
          const { assets = [] } = namedChunkGroups[name] ?? {};
          return assets.find((asset) => asset.name.endsWith('.mjs'))?.name ?? '';
        });
      });
    });
  });
}

/** Makes a built folder the live release of a name, without the checks of a deploy. @returns its id */
async function putRelease(
  store: Store,
  folder: string,
  says: Pick<Release, 'name' | 'entry' | 'page'>,
): Promise<string> {
  const createdAt = new Date().toISOString();
  const declared = { createdAt, commit: '', requires: {}, ...says };
  const release = await publish(store, await fingerprint(store, folder, declared));
  await activate(store, release, { isForced: true });
  return release.id;
}

async function replaceInScripts(folder: string, from: string, to: string): Promise<void> {
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.mjs'))) {
    const script = await readFile(path.join(folder, file), 'utf8');
    await writeFile(path.join(folder, file), script.replaceAll(from, to));
  }
}
