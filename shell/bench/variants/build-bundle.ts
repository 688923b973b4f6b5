import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shellConfig } from '@portfolio/cli/build/shell-config.ts';
import { storeIn } from '@portfolio/releases/store/store.ts';
import type { Configuration } from '@rspack/core';
import { compile } from './compile.ts';
import { putRelease } from './put-release.ts';
import { replaceLoader } from './section-loader.ts';
import { findSources, type Sources } from './sources.ts';

/** Stands for a section's id in the shell's scripts, until the section is released and has one. */
const placeholder = (section: string) => `id-of-${section}`;

/**
 * (b) One well-made bundle without federation: the same sources in one build, ES modules, a lazy
 * route for each section. Every section's chunk lies in a release of its own, so that the API preloads
 * the route's one and writes all hashes into the import map, as it does for the site.
 */
export async function buildBundle(dataDir: string): Promise<void> {
  const sources = await findSources();
  await mkdir(dataDir, { recursive: true });
  const work = await mkdtemp(path.join(dataDir, 'build-'));
  const output = path.join(work, 'shell', 'output');
  const { entries, chunks } = await compile(await bundleConfig(work, output, sources));
  const store = storeIn(dataDir);
  for (const [name, source] of sources.sections) {
    const folder = path.join(work, name, placeholder(name));
    for (const part of ['locales', 'resources'])
      await cp(path.join(source, part), path.join(folder, part), { recursive: true });
    const entry = path.basename(chunks[name] ?? '');
    const id = await putRelease(store, { name, folder, entry, source });
    await replaceInScripts(output, placeholder(name), id);
  }
  await putRelease(store, { name: 'shell', folder: output, entry: entries.main ?? '' });
}

async function replaceInScripts(folder: string, from: string, to: string): Promise<void> {
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.mjs'))) {
    const script = await readFile(path.join(folder, file), 'utf8');
    await writeFile(path.join(folder, file), script.replaceAll(from, to));
  }
}

async function bundleConfig(work: string, output: string, { shell, sections }: Sources) {
  const config = shellConfig(shell);
  const loader = await replaceLoader(work, [...sections.keys()], (section) => {
    const page = path.join(sections.get(section) ?? '', 'src/page.tsx');
    return `import(/* webpackChunkName: "${section}" */ ${JSON.stringify(page)})`;
  });
  return {
    ...config,
    plugins: [...(config.plugins ?? []), loader],
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
