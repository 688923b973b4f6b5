import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { root, runPinned } from './run-pinned.ts';

test('a section outside of the repository, with nothing but its package.json, ships into the store', async ({
  page,
  ownSite,
}) => {
  // It installs its packages from the registry, as the team would.
  test.setTimeout(180_000);
  const home = await mkdtemp(path.join(os.tmpdir(), 'portfolio-team-'));
  const section = path.join(home, 'our-section');
  await cp(path.join(root, 'remote-home'), section, {
    recursive: true,
    filter: (file) => !file.endsWith('node_modules'),
  });
  const tarball = runPinned(['api/commands/pack-kit.ts', home], {}).trim();
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', tarball], section);

  const texts = path.join(section, 'locales/en.yaml');
  await writeFile(texts, (await readFile(texts, 'utf8')).replace('cut by hand.', 'cut elsewhere.'));
  const deploy = 'node_modules/@portfolio/kit/tools/api/commands/deploy-section.mjs';
  expect(run(process.execPath, [deploy], section)).toContain('Say where the store is');
  const said = run(process.execPath, [deploy], section, { DATA_DIR: ownSite.dataDir });
  expect(said).toMatch(/^home@[0-9a-f]{12} is live\./);

  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cut elsewhere/);
  await page.getByRole('button', { name: /potato/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await rm(home, { recursive: true });
});

/** Runs a command as the team would and tells what it said. */
function run(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): string {
  const { DATA_DIR: _ours, ...theirs } = process.env;
  const { stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...theirs, FORCE_COLOR: '0', ...env },
    encoding: 'utf8',
    // Nothing may wait for an answer, and a registry that hangs must not hang the journey.
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  return stdout + stderr;
}
