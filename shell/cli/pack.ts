import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build, type InlineConfig } from 'tsdown';
import { providedVersions } from './src/build/base-config.ts';
import { build as bundle } from './src/build/build.ts';
import { disposableFolder } from './src/project/disposable-folder.ts';
import { nameByHash, runNpm } from './src/terminal/npm.ts';
import { readArgument } from './src/terminal/usage.ts';

const kit = path.join(import.meta.dirname, '../kit');
const cli = import.meta.dirname;
const shell = path.join(cli, '..');
const sectionConfig = 'section.tsconfig.json';

/** `npm run pack [-- <folder>]`: the workspace's own packages are within, since no registry has those. */
const folder = readArgument(
  'npm run pack --',
  'packs the kit and the command line as a team installs them',
  ['[folder]', 'where to (default: this one)'],
);
const target = path.resolve(folder ?? '.');
if (!existsSync(path.dirname(target))) {
  // A missing parent is more likely a mistyped path.
  console.error(`There is no folder ${path.dirname(target)} to make ${path.basename(target)} in.`);
  process.exit(1);
}
await mkdir(target, { recursive: true });
// The shell brings one command line for teams.
const earlier = target === path.join(shell, 'tools') ? globSync('*.tgz', { cwd: target }) : [];
for (const file of earlier) await rm(path.join(target, file));
const kitFile = await pack(kit, {
  entry: {
    index: 'src/index.ts',
    testing: 'src/testing/index.ts',
    globals: 'src/testing/browser-globals.ts',
  },
  platform: 'neutral',
  // Lies above the sources of both the kit and the contract, for declarations of both.
  tsconfig: path.join(kit, '../tsconfig.pack.json'),
  dts: true,
});
await pack(
  cli,
  {
    entry: {
      portfolio: 'src/packed.ts',
      'adopt-styles': 'src/build/adopt-styles.ts',
      'css-names': 'src/build/css-names.ts',
      'load-styles': 'src/build/load-styles.ts',
      'remote-runtime': 'src/build/remote-runtime.ts',
      // What another person may have written is parsed in a worker, which has a file of its own.
      'page-worker': '../releases/src/release/page-worker.ts',
      'unpack-browser': 'src/browser/unpack-browser.ts',
      // Serves a section while it is developed.
      api: '../../api/src/main.ts',
    },
    copy: '../../api/src/development/refresh-hook.js',
    platform: 'node',
    dts: false,
  },
  kitFile,
);

async function pack(source: string, options: InlineConfig, kitFile = ''): Promise<string> {
  using temporary = disposableFolder('pack');
  const staging = temporary.folder;
  const manifest = await manifestOf(source);
  const brought = kitFile ? await bringAlong(staging, kitFile) : [];
  const whole = { ...manifest, files: [...manifest.files, ...brought] };
  await writeFile(path.join(staging, 'package.json'), JSON.stringify(whole, null, 2));
  await build({
    ...options,
    cwd: source,
    config: false,
    outDir: path.join(staging, 'dist'),
    deps: { alwaysBundle: [/^@portfolio\//] },
    logLevel: 'error',
  });
  for (const file of manifest.files.filter((name: string) => name !== 'dist'))
    await cp(path.join(source, file), path.join(staging, file), { recursive: true });
  await cp(path.join(shell, '../LICENSE'), path.join(staging, 'LICENSE'));
  await writeWhole(path.join(source, sectionConfig), path.join(staging, sectionConfig));
  await lint(staging, manifest);
  const name = runNpm(['pack', '--silent', '--pack-destination', target], staging);
  const packed = await nameByHash(path.join(target, name));
  console.log(packed);
  return packed;
}

/** A team gets one file, with all that a section is developed with. @returns what lies in it then */
async function bringAlong(staging: string, kitFile: string): Promise<string[]> {
  const kitName = path.basename(kitFile);
  await cp(kitFile, path.join(staging, kitName));
  await cp(path.join(kit, 'CHANGELOG.md'), path.join(staging, 'CHANGELOG.md'));
  await packShell(path.join(staging, 'shell'));
  await packReleasedShell(path.join(staging, 'released'));
  return [kitName, 'CHANGELOG.md', 'shell', 'released', 'released.json'];
}

/** The shell for development. */
async function packShell(target: string): Promise<void> {
  await bundle('shell', shell, target, { development: {} });
  await removeUnpacked(target);
}

/** The same as it is released: a section is checked in it where there is no site. */
async function packReleasedShell(target: string): Promise<void> {
  const { entry } = await bundle('shell', shell, target);
  await removeUnpacked(target);
  const declared = { name: 'shell', requires: {}, provides: providedVersions(), commit: '' };
  const createdAt = new Date().toISOString();
  await writeFile(`${target}.json`, JSON.stringify({ ...declared, entry, createdAt }));
}

/** Removes the source maps, and a command line within this one. */
async function removeUnpacked(folder: string): Promise<void> {
  const files = await readdir(folder);
  for (const file of files.filter((each) => each.endsWith('.map') || each === 'tools'))
    await rm(path.join(folder, file), { recursive: true });
}

/** The package.json of the workspace, with what npm itself would not replace when it publishes. */
async function manifestOf(source: string) {
  const text = await readFile(path.join(source, 'package.json'), 'utf8');
  const { private: _, devDependencies: __, publishConfig, ...own } = JSON.parse(text);
  const needed = Object.entries(own.dependencies).filter(
    ([name]) => !name.startsWith('@portfolio/'),
  );
  const tools = source === cli ? await toolsOfTeam() : {};
  return { ...own, ...publishConfig, dependencies: { ...tools, ...Object.fromEntries(needed) } };
}

/** The packages that a team tests, checks and runs with, in this repository's versions. */
async function toolsOfTeam(): Promise<Record<string, string>> {
  const text = await readFile(path.join(cli, '../../package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(text);
  const all: [string, string][] = Object.entries({ ...dependencies, ...devDependencies });
  const used =
    /^(?:node|jest|jest-environment-jsdom|typescript|@jest\/.*|@swc\/.*|@testing-library\/.*|@types\/.*)$/;
  return Object.fromEntries(all.filter(([name]) => used.test(name)));
}

/** What it extends lies in the repository, which a team does not have. */
async function writeWhole(file: string, target: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { extends: baseFile, compilerOptions, ...own } = JSON.parse(text);
  const base = JSON.parse(await readFile(path.resolve(path.dirname(file), baseFile), 'utf8'));
  const whole = {
    ...base,
    ...own,
    compilerOptions: { ...base.compilerOptions, ...compilerOptions },
  };
  await writeFile(target, `${JSON.stringify(whole, null, 2)}\n`);
}

/** @throws when `exports`, `bin` or `files` promise what is not there */
async function lint(folder: string, manifest: Record<string, unknown>): Promise<void> {
  const { messages } = await publint({ pkgDir: folder, pack: false, level: 'warning' });
  const faults = messages.map((message) => formatMessage(message, manifest, { color: false }));
  if (faults.length > 0) throw new Error(`The package is not right:\n${faults.join('\n')}`);
}
