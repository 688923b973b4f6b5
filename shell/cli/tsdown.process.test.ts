import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { readLiveSet } from '@portfolio/releases/live/follow-live-releases.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { inherited } from '@portfolio/test-support/run-command.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { temporaryFolder, writeFiles } from '@portfolio/test-support/temporary-store.ts';
import { providedVersions } from './src/build/base-config.ts';

const root = path.join(import.meta.dirname, '../..');
const packed = path.join(root, 'shell/node_modules/.pack');
const run = (cwd: string, words: string[], env = {}) =>
  promisify(execFile)(process.execPath, words, { cwd, env: { ...inherited, ...env } });

const files = `LICENSE LICENSE api.mjs css-names.mjs document.html examine-worker.mjs frame-worker.mjs
  globals.d.ts globals.js index.d.ts index.js jest-preset.json licenses.txt load-styles.mjs main.mjs
  owner.json package.json package.json pictures.mjs portfolio.mjs refresh-hook.js remote-runtime.mjs
  render-worker.mjs section.tsconfig.json swap-section.mjs testing.d.ts testing.js tsconfig.base.json`;
const tools = `node @jest/globals @swc/core @swc/jest @testing-library/dom @testing-library/react @types/node
  @types/react @types/react-dom jest jest-environment-jsdom typescript`;

test('with the packed kit and command line a team begins and deploys a section with posts', async () => {
  rmSync(packed, { recursive: true, force: true });
  await run(root, ['node_modules/.bin/tsdown', '--config', 'shell/cli/tsdown.config.ts']);
  const found = readdirSync(packed, { recursive: true, encoding: 'utf8' });
  const isNamed =
    /(?:\/LICENSE|\.\w+)$(?<!\/(?:template|locales|resources)\/.*|[-_][\w-]{8}\..*|\.map|_(?:mjs|ts)\..*)/;
  const names = found.filter((file) => isNamed.test(file)).map((file) => path.basename(file));
  expect(names.sort()).toEqual(files.split(/\s+/));
  const read = (file: string) => JSON.parse(readFileSync(path.join(packed, file), 'utf8'));
  const [kit, cli] = [read('kit/package.json'), read('cli/package.json')];
  const needed = Object.keys({ ...cli.dependencies, ...kit.dependencies });
  expect(needed.slice(0, 12)).toEqual(tools.split(/\s+/));
  expect(needed.filter((name) => name.startsWith('@portfolio'))).toEqual([]);
  expect(cli.provides).toEqual(providedVersions());
  expect(read('cli/section.tsconfig.json').extends).toBe('./tsconfig.base.json');

  const site = await startApi();
  const french = { ...shellFiles, 'locales/fr.yaml': shellFiles['locales/en.yaml'] };
  await addRelease(site.store, 'shell', french, { provides: providedVersions() });
  const home = temporaryFolder();
  const portfolio = path.join(packed, 'cli', cli.bin.portfolio);
  await run(home, [portfolio, 'new', 'blog', '--blog', '--to', site.url]);
  const blog = path.join(home, 'remote-blog');
  await writeFiles(blog, { 'posts/about.md': '---\ntitle: A\ndescription: B\n---\n' });
  const { stdout } = await run(blog, [portfolio, 'deploy'], { DATA_DIR: site.dataDir });
  const release = (await readLiveSet(site.store))?.sections.blog?.[0];
  expect(stdout).toBe(`blog@${release?.id} is live.\n`);
  const cards = Object.keys(release?.files ?? {}).filter((file) => file.startsWith('cards/'));
  expect(cards.join()).toMatch(/^(cards\/blog\/(first|second)-post\.(de|en|fr)\.jpg,?){6}$/);
});
