import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures/fixtures.ts';
import { deployNewWords, newWords, oldWords, writeNewWords } from './fixtures/new-words.ts';
import { text } from './fixtures/text.ts';

const title = { level: 1 } as const;

test('a deployed text is what the next visitor sees, with the shell and the server untouched', async ({
  page,
  context,
  ownSite,
  team,
}) => {
  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);
  const shellBefore = await filesOf(path.join(ownSite.dataDir, 'releases/shell'));

  await writeNewWords(team);
  expect(team.deploy(ownSite.dataDir, 'home')).toMatchObject({ status: 0 });

  const next = await context.newPage();
  await next.goto(`${ownSite.url}/home`);
  await expect(next.getByRole('heading', title)).toHaveText(newWords);
  expect(await filesOf(path.join(ownSite.dataDir, 'releases/shell'))).toEqual(shellBefore);

  // The page that was open keeps what it has, and goes on working.
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('textbox', { name: text('contact.message.message') })).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', title)).toHaveText(oldWords);
});

test('a roll-back brings the release before to the next visitor, and the next start keeps it', async ({
  page,
  ownSite,
  team,
}) => {
  await deployNewWords(team, ownSite);
  await page.goto(`${ownSite.url}/home`);
  await expect(page.getByRole('heading', title)).toHaveText(newWords);
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
