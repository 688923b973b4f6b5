import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from '@portfolio/cli/build/build.ts';
import { shellConfig } from '@portfolio/cli/build/shell-config.ts';
import { pageOf, readManifest } from '@portfolio/cli/manifest';
import { listDeployables } from '@portfolio/cli/project';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { type Configuration, rspack } from '@rspack/core';

/** Replaces a section's id in the shell's scripts until the section is released. */
const placeholder = (section: string) => `id-of-${section}`;

/**
 * Builds the sources as one bundle without federation, with a lazy route for each section. Every section's
 * chunk is in a release of its own, so that the API preloads the route's chunk and writes all hashes into the
 * import map, as for the site.
 */
export async function buildBundle(dataDir: string): Promise<void> {
  const sources = new Map((await listDeployables()).map(({ name, source }) => [name, source]));
  const output = path.join(dataDir, 'build/shell/output');
  await compile(await bundleConfig(sources, output));
  const store = await openTemporaryStore({ DATA_DIR: dataDir });
  const shell = await readFolder(output);
  sources.delete('shell');
  for (const [name, source] of sources) {
    // Texts and pictures are those of the site.
    const built = path.join(dataDir, 'build', name, 'release');
    await build(name, source, built);
    const files = {
      ...(await readFolder(path.join(dataDir, 'build', name, placeholder(name)))),
      ...(await readFolder(built, '{locales,resources}/**/*.*')),
    };
    const page = pageOf(name, source, await readManifest(source));
    const { id } = await addRelease(store, name, files, { page });
    for (const file of Object.keys(shell).filter((each) => each.endsWith('.mjs')))
      shell[file] = Buffer.from(String(shell[file]).replaceAll(placeholder(name), id));
  }
  await addRelease(store, 'shell', shell);
}

/** Reads the matching files of a folder, the entry script first. */
async function readFolder(folder: string, pattern = '**/*.*'): Promise<Record<string, Buffer>> {
  const files = await Array.fromAsync(glob(pattern, { cwd: folder }));
  const isMain = (file: string) => Number(file.startsWith('main.'));
  files.sort((one, other) => isMain(other) - isMain(one));
  const read = files.map(async (file) => [file, await readFile(path.join(folder, file))] as const);
  return Object.fromEntries(await Promise.all(read));
}

type Sources = ReadonlyMap<string, string>;

async function bundleConfig(sources: Sources, output: string): Promise<Configuration> {
  const config = shellConfig(sources.get('shell') ?? '');
  // Replaces only the shell's way to open a section's page.
  const container = path.join(output, '../container.ts');
  await mkdir(path.dirname(container), { recursive: true });
  const pages = [...sources].map(([name, source]) => {
    const page = JSON.stringify(path.join(source, 'src/page.tsx'));
    return name === 'shell'
      ? ''
      : `  ${name}: () => import(/* webpackChunkName: "${name}" */ ${page}),`;
  });
  const template = await readFile(path.join(import.meta.dirname, 'bundle-container.ts'), 'utf8');
  await writeFile(container, template.replace('/* one for each section */', pages.join('\n')));
  const { NormalModuleReplacementPlugin } = rspack;
  return {
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      new NormalModuleReplacementPlugin(/^\.\/container\.ts$/, container),
    ],
    // One chunk per section, as further ones would be found late or need preloads.
    optimization: { ...config.optimization, splitChunks: false },
    output: {
      ...config.output,
      path: output,
      publicPath: 'auto',
      chunkFilename: ({ chunk: { name = '' } = {} }) =>
        sources.has(name)
          ? `../../${name}/${placeholder(name)}/page.[contenthash:8].mjs`
          : '[name].[contenthash:8].mjs',
    },
  };
}

async function compile(configuration: Configuration): Promise<void> {
  const compiler = rspack(configuration);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
}
