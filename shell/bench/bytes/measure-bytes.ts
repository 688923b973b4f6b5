import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { remoteConfig } from '@portfolio/cli/build/remote-config.ts';
import { shellConfig } from '@portfolio/cli/build/shell-config.ts';
import type { Configuration } from '@rspack/core';
import { inKilobytes, toTable } from '../report/markdown-table.ts';
import { compile } from '../variants/compile.ts';
import { findSources } from '../variants/sources.ts';

/**
 * What is in the scripts of a first visit, by package. Every package is built into a file of its own
 * and compressed; the sizes are then scaled to the one file that is really sent, in which they share
 * a dictionary.
 */
export async function measureBytes(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-bytes-'));
  try {
    const { shell, sections } = await findSources();
    const config = shellConfig(shell);
    const whole = await firstScript(config, path.join(folder, 'whole'));
    const parts = await partsOf(config, path.join(folder, 'parts'));
    const sum = parts.reduce((total, [, bytes]) => total + bytes, 0);
    const rows = parts.map(([name, bytes]) => [
      name,
      inKilobytes((bytes / sum) * whole),
      `${((bytes / sum) * 100).toFixed(1)} %`,
    ]);
    const remotes: string[][] = [];
    for (const [name, source] of sections) {
      const bytes = await firstScript(remoteConfig(source, name), path.join(folder, name));
      remotes.push([`the section ${name}`, inKilobytes(bytes), '']);
    }
    const table = toTable([
      ['in the first load', 'kB brotli', 'share of the shell'],
      ...rows,
      ['the shell', inKilobytes(whole), '100 %'],
      ...remotes,
    ]);
    return `### Bytes by package\n\n${table}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function firstScript(config: Configuration, folder: string): Promise<number> {
  const { entries } = await compile({ ...config, output: { ...config.output, path: folder } });
  return compressedSize(path.join(folder, Object.values(entries)[0] ?? ''));
}

async function partsOf(config: Configuration, folder: string): Promise<[string, number][]> {
  await compile({
    ...config,
    output: { ...config.output, path: folder, filename: 'first-[name].mjs' },
    optimization: {
      ...config.optimization,
      splitChunks: {
        chunks: 'initial',
        minSize: 0,
        cacheGroups: {
          packages: {
            enforce: true,
            name: (module: { nameForCondition?: () => string | undefined }) =>
              packageOf(module.nameForCondition?.() ?? '').replaceAll('/', '~'),
          },
        },
      },
    },
  });
  const files = (await readdir(folder)).filter((file) => /^first-.*\.mjs$/.test(file));
  const sizes = await Promise.all(
    files.map(
      async (file): Promise<[string, number]> => [
        file.replace(/^first-(.*)\.mjs$/, '$1').replaceAll('~', '/'),
        await compressedSize(path.join(folder, file)),
      ],
    ),
  );
  return sizes.sort(([, a], [, b]) => b - a);
}

async function compressedSize(file: string): Promise<number> {
  return brotliCompressSync(await readFile(file)).length;
}

/** The package a source file belongs to; the site's own sources by what they are. */
function packageOf(file: string): string {
  const installed = file.split('/node_modules/').at(-1);
  if (installed !== undefined && installed !== file) {
    const [scope = '', name] = installed.split('/');
    return scope.startsWith('@') ? `${scope}/${name}` : scope;
  }
  if (file.includes('/shell/kit/')) return 'kit (own sources)';
  return file.includes('/shell/') ? 'shell (own sources)' : 'bundler';
}
