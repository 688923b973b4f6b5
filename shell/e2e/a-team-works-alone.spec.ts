import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { lastLogo } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { runAsTeam } from './fixtures/run-as-team.ts';
import { root } from './fixtures/run-pinned.ts';
import { reworded, text } from './fixtures/text.ts';
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
  await writeFile(
    texts,
    reworded(await readFile(texts, 'utf8'), 'home.header.accent', 'cut elsewhere.'),
  );

  runAsTeam(`npm run pack -- ${home}`, { cwd: root });
  const commands = shellBlockWith('DATA_DIR=/mnt/portfolio')
    .replaceAll('/mnt/portfolio', ownSite.dataDir)
    .replace(/^DATA_DIR=.* deploy$/m, '$& --preview --skip-browser\n$&');
  const said = runAsTeam(`npm install --no-save ${home}/*.tgz\n${commands}`, { cwd: section });
  const previewed = /^Preview of (home@[0-9a-f]{12}): …\/home\?preview=home@[0-9a-f]{12}$/m;
  expect(said).toMatch(previewed);
  expect(said).toContain(`\n${previewed.exec(said)?.[1]} is live.\n`);
  const lost = runAsTeam('npx portfolio deploy', { cwd: section, exitCode: 2 });
  expect(lost).toContain('Say where the store is');

  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cut elsewhere/);
  await page.getByRole('button', { name: text(lastLogo.alt) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await rm(home, { recursive: true });
});
