import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures/fixtures.ts';
import { newWords, oldWords, writeNewWords } from './fixtures/new-words.ts';

const title = { level: 1 } as const;

test('a deployed text is what the next visitor sees, with the shell untouched; a roll-back takes it back, and the next start keeps that', async ({
  page,
  ownSite,
  team,
}) => {
  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);
  const shellBefore = await filesOf(path.join(ownSite.dataDir, 'releases/shell'));

  await writeNewWords(team);
  expect(team.deploy(ownSite.dataDir, 'home')).toMatchObject({ status: 0 });

  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', title)).toHaveText(newWords);
  expect(await filesOf(path.join(ownSite.dataDir, 'releases/shell'))).toEqual(shellBefore);

  expect(ownSite.command('rollback', 'home')).toMatch(/^home@[0-9a-f]{12} is live\./);
  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);

  // What `npm start` does before it serves the site.
  const start = team.deploy(ownSite.dataDir, '--changed', '--skip-browser');
  expect(start).toMatchObject({ status: 0 });
  await page.reload();
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);
});

async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [file, await readFile(file, 'base64')] as const;
    }),
  );
  return Object.fromEntries(contents);
}
