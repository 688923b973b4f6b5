import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from './fixtures/fixtures.ts';
import { root } from './fixtures/run-pinned.ts';
import { shellBlockWith } from './fixtures/the-readme.ts';

test('a section outside of the repository, with nothing but its package.json, ships into the store as the README says', async ({
  page,
  ownSite,
}) => {
  // It installs its packages from the registry, as the team would.
  test.setTimeout(300_000);
  const home = await mkdtemp(path.join(os.tmpdir(), 'portfolio-team-'));
  const section = path.join(home, 'our-section');
  await cp(path.join(root, 'remote-home'), section, {
    recursive: true,
    filter: (file) => !file.endsWith('node_modules'),
  });
  const texts = path.join(section, 'locales/en.yaml');
  await writeFile(texts, (await readFile(texts, 'utf8')).replace('cut by hand.', 'cut elsewhere.'));

  const commands = shellBlockWith('cd our-section')
    .replaceAll('/tmp', home)
    .replaceAll('/mnt/portfolio', ownSite.dataDir)
    .replace('cd our-section', `cd ${section}`);
  const said = run(commands, root);
  const previewed = /^Preview of (home@[0-9a-f]{12}): …\/home\?preview=home@[0-9a-f]{12}$/m;
  expect(said).toMatch(previewed);
  expect(said).toContain(`\n${previewed.exec(said)?.[1]} is live.\n`);
  expect(run('npx portfolio deploy || true', section)).toContain('Say where the store is');

  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cut elsewhere/);
  await page.getByRole('button', { name: /potato/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await rm(home, { recursive: true });
});

/** Runs commands as the team would, and the owner before, and tells what they said. */
function run(commands: string, cwd: string): string {
  const { DATA_DIR: _ours, ...theirs } = process.env;
  const { stdout, stderr, status } = spawnSync('sh', ['-exc', commands], {
    cwd,
    env: { ...theirs, FORCE_COLOR: '0' },
    encoding: 'utf8',
    // Nothing may wait for an answer, and a registry that hangs must not hang the journey.
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 240_000,
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}
