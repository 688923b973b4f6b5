import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig } from 'tsdown';
import repository from '../../package.json' with { type: 'json' };
import { providedVersions } from './src/build/base-config.ts';
import { build as bundle } from './src/build/build.ts';

const cli = import.meta.dirname;
const shell = path.join(cli, '..');
const kit = path.join(shell, 'kit');
const root = path.join(shell, '..');
/** The packages as a team installs them, where they find what they import; `npm run pack` makes a file of each. */
const packed = path.join(shell, 'node_modules/.pack');

// No registry has the packages of the workspace.
const deps = { alwaysBundle: [/^@portfolio\//] };

export default defineConfig([
  {
    cwd: kit,
    deps,
    outDir: path.join(packed, 'kit/dist'),
    entry: {
      index: 'src/index.ts',
      testing: 'src/testing/index.ts',
      globals: 'src/testing/browser-globals.ts',
    },
    platform: 'neutral',
    // Lies above the sources of both the kit and the contract, for declarations of both.
    tsconfig: path.join(shell, 'tsconfig.pack.json'),
    dts: true,
    hooks: { 'build:done': () => addPackageFiles(kit, {}) },
  },
  {
    cwd: cli,
    deps,
    outDir: path.join(packed, 'cli/dist'),
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
    hooks: {
      'build:done': async () => {
        await addPackageFiles(cli, toolsOfTeam(), { provides: providedVersions() });
        await addSectionFiles(path.join(packed, 'cli'));
        // A section is developed in it, away from the repository.
        await bundle('shell', shell, path.join(packed, 'cli/shell'), { development: {} });
      },
    },
  },
]);

/** Adds the package.json, with what stands in `publishConfig` in its place, which npm itself would not do. */
async function addPackageFiles(source: string, tools: Tools, more = {}): Promise<void> {
  const text = await readFile(path.join(source, 'package.json'), 'utf8');
  const { publishConfig, ...own } = JSON.parse(text);
  const all = Object.entries({ ...tools, ...own.dependencies });
  const dependencies = Object.fromEntries(all.filter(([name]) => !name.startsWith('@portfolio/')));
  const manifest = { ...own, ...publishConfig, ...more, dependencies };
  const target = path.join(packed, path.basename(source));
  await writeFile(path.join(target, 'package.json'), JSON.stringify(manifest));
  await cp(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
}

type Tools = Record<string, string>;

/** The packages that a team tests, checks and runs with, in this repository's versions. */
function toolsOfTeam(): Tools {
  const used = /^(?:node$|jest|typescript|@(?:jest|swc|testing-library|types)\/)/;
  const all = Object.entries({ ...repository.dependencies, ...repository.devDependencies });
  return Object.fromEntries(all.filter(([name]) => used.test(name)));
}

/** Adds the templates, the options of Jest, and the TypeScript options of a section beside those that they extend. */
async function addSectionFiles(target: string): Promise<void> {
  for (const each of ['template', 'jest-preset.json'])
    await cp(path.join(cli, each), path.join(target, each), { recursive: true });
  const [own, base] = ['section.tsconfig.json', 'tsconfig.base.json'];
  const text = await readFile(path.join(cli, own), 'utf8');
  await writeFile(path.join(target, own), text.replace(`../../${base}`, `./${base}`));
  await cp(path.join(root, base), path.join(target, base));
}
