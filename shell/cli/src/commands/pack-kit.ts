import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { transform } from '@swc/core';
import { runCommand } from './run-command.ts';

const root = path.join(import.meta.dirname, '../../../..');
const kit = path.join(root, 'shell/kit');

/** What a section's build and deploy start with; all they import comes along. */
const tools = ['rspack.shared.ts', 'shell/cli/src/commands/deploy-section.ts'];
const parser = { syntax: 'typescript' } as const;
const bundled = 'shell/cli/src/bundler/remote-runtime.ts';

const relativeImport = /(from ['"]\.[^'"]*)\.ts(['"])/g;

/** What the tools import from outside, beside what the kit itself depends on. */
const toolPackages = [
  '@module-federation/enhanced',
  '@rspack/core',
  '@rspack/plugin-react-refresh',
  'js-yaml',
  'node',
  'react-refresh',
  'semver',
  'zod',
];

/**
 * `npm run pack:kit [-- <folder>]`: the kit as a package for teams that work elsewhere: its sources,
 * and the build and deploy as plain JavaScript (Node.js strips no types below node_modules).
 */
await runCommand(async () => {
  const staging = await mkdtemp(path.join(os.tmpdir(), 'portfolio-kit-'));
  await cp(path.join(kit, 'src'), path.join(staging, 'src'), { recursive: true });
  await cp(path.join(kit, 'owner.json'), path.join(staging, 'owner.json'));
  for (const file of await withImports(tools)) await packTool(file, staging);
  await mkdir(path.dirname(path.join(staging, 'tools', bundled)), { recursive: true });
  await cp(path.join(root, bundled), path.join(staging, 'tools', bundled));
  await writeFile(path.join(staging, 'package.json'), JSON.stringify(await manifest(), null, 2));

  const target = path.resolve(process.argv[2] ?? '.');
  const pack = ['pack', '--silent', '--pack-destination', target];
  const { stdout, status } = spawnSync('npm', pack, { cwd: staging, encoding: 'utf8' });
  await rm(staging, { recursive: true });
  if (status !== 0) throw new Error(`npm pack failed: ${stdout}`);
  console.log(path.join(target, stdout.trim()));
});

async function packTool(file: string, staging: string): Promise<void> {
  const source = await readFile(path.join(root, file), 'utf8');
  const target = path.join(staging, 'tools', file.replace(/\.ts$/, '.mjs'));
  await mkdir(path.dirname(target), { recursive: true });
  const { code } = await transform(source, { jsc: { parser, target: 'es2024' } });
  await writeFile(target, code.replaceAll(relativeImport, '$1.mjs$2'));
}

/** The given files and all that they import by a relative path. */
async function withImports(files: readonly string[]): Promise<Set<string>> {
  const found = new Set(files);
  for (const file of found) {
    const source = await readFile(path.join(root, file), 'utf8');
    for (const [, imported] of source.matchAll(/from '(\.[^']*\.ts)'/g))
      found.add(path.join(path.dirname(file), imported ?? ''));
  }
  return found;
}

async function manifest() {
  const read = async (file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8'));
  const [own, top, api] = await Promise.all([
    read('shell/kit/package.json'),
    read('package.json'),
    read('api/package.json'),
  ]);
  const versions = { ...top.devDependencies, ...top.dependencies, ...api.dependencies };
  const tools = Object.fromEntries(toolPackages.map((name) => [name, versions[name]]));
  return {
    ...own,
    exports: { '.': './src/index.ts', './build': './tools/rspack.shared.mjs' },
    bin: { 'portfolio-deploy': './tools/shell/cli/src/commands/deploy-section.mjs' },
    dependencies: { ...own.dependencies, ...tools },
  };
}
