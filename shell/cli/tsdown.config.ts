import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';
import repository from '../../package.json' with { type: 'json' };
import { providedVersions } from './src/build/base-config.ts';
import { build as bundle } from './src/build/build.ts';

const cli = import.meta.dirname;
const root = path.join(cli, '../..');
const shell = path.join(root, 'shell');
const kit = path.join(shell, 'kit');
/** The packages as a team installs them; `npm run pack` makes a file of each. */
const packed = {
  kit: path.join(root, 'node_modules/.pack/kit'),
  cli: path.join(root, 'node_modules/.pack/cli'),
};
// The build for development leaves files of earlier ones.
await rm(path.dirname(packed.cli), { recursive: true, force: true });

// No registry has the packages of the workspace.
const shared: UserConfig = { logLevel: 'error', deps: { alwaysBundle: [/^@portfolio\//] } };

export default defineConfig([
  {
    ...shared,
    cwd: kit,
    outDir: path.join(packed.kit, 'dist'),
    entry: {
      index: 'src/index.ts',
      testing: 'src/testing/index.ts',
      globals: 'src/testing/browser-globals.ts',
    },
    platform: 'neutral',
    // Lies above the sources of both the kit and the contract, for declarations of both.
    tsconfig: path.join(shell, 'tsconfig.pack.json'),
    dts: true,
    hooks: { 'build:done': () => addPackageFiles(kit, packed.kit) },
  },
  {
    ...shared,
    cwd: cli,
    outDir: path.join(packed.cli, 'dist'),
    entry: {
      portfolio: 'portfolio.mjs',
      'css-names': 'src/build/css-names.ts',
      'load-styles': 'src/build/load-styles.ts',
      'remote-runtime': 'src/build/remote-runtime.ts',
      // What another person may have written is parsed in a worker, which has a file of its own.
      'examine-worker': '../releases/src/release/examine-worker.ts',
      'render-worker': 'src/pages/render-worker.ts',
      'frame-worker': '../../api/src/document/frame-worker.ts',
      // Serves a section while it is developed.
      api: '../../api/src/main.ts',
    },
    copy: '../../api/src/development/refresh-hook.js',
    platform: 'node',
    dts: false,
    hooks: {
      'build:done': async () => {
        await addPackageFiles(cli, packed.cli, toolsOfTeam(), providedVersions());
        await addSectionFiles();
        // A section is developed in it, away from the repository.
        await bundle('shell', shell, path.join(packed.cli, 'shell'), { development: {} });
      },
    },
  },
]);

/** Adds the package.json, with what stands in `publishConfig` in its place, which npm itself would not do. */
async function addPackageFiles(
  source: string,
  target: string,
  tools = {},
  provides?: Record<string, string>,
): Promise<void> {
  const text = await readFile(path.join(source, 'package.json'), 'utf8');
  const { private: _, devDependencies: __, publishConfig, ...own } = JSON.parse(text);
  const needed = Object.entries(own.dependencies).filter(
    ([name]) => !name.startsWith('@portfolio/'),
  );
  const dependencies = { ...tools, ...Object.fromEntries(needed) };
  const manifest = { ...own, ...publishConfig, dependencies, provides };
  await writeFile(path.join(target, 'package.json'), JSON.stringify(manifest, null, 2));
  await cp(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
}

/** The packages that a team tests, checks and runs with, in this repository's versions. */
function toolsOfTeam(): Record<string, string> {
  const used =
    /^(?:node|jest|jest-environment-jsdom|typescript|@jest\/.*|@swc\/.*|@testing-library\/.*|@types\/.*)$/;
  const all = Object.entries({ ...repository.dependencies, ...repository.devDependencies });
  return Object.fromEntries(all.filter(([name]) => used.test(name)));
}

/** Adds the templates, the options of Jest, and the TypeScript options of a section beside those that they extend. */
async function addSectionFiles(): Promise<void> {
  for (const each of ['template', 'jest-preset.json'])
    await cp(path.join(cli, each), path.join(packed.cli, each), { recursive: true });
  const [own, base] = ['section.tsconfig.json', 'tsconfig.base.json'];
  const text = await readFile(path.join(cli, own), 'utf8');
  await writeFile(path.join(packed.cli, own), text.replace(`../../${base}`, `./${base}`));
  await cp(path.join(root, base), path.join(packed.cli, base));
}
