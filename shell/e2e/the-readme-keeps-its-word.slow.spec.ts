import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { startServer } from '@portfolio/test-support/api-process.ts';
import { type Checkout, checkOut } from './fixtures/checkout.ts';
import { copyReleased } from './fixtures/release-once.ts';
import { text } from './fixtures/text.ts';
import { consoleSteps, linesOf, shownFiles } from './fixtures/the-readme.ts';

// Steps run in the order of the page.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const title = (language: string) => `    title: ${text('home.introduction.title', language)}\n`;

/** The changes that the README's comments behind `$EDITOR <file>` describe. */
const edits: Record<string, [from: string, to: string]> = {
  'remote-home/locales/en.yaml': [title('en'), '    title: Ahoy!\n'],
  'remote-home/locales/de.yaml': [title('de'), ''],
};

let team: Checkout;
let dataDir: string;
test.beforeAll(async () => {
  team = await checkOut();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-readme-'));
  await copyReleased(dataDir);
});
test.afterAll(async () => {
  await team.remove();
  await rm(dataDir, { recursive: true, force: true });
});

for (const [index, { command, output }] of consoleSteps().entries())
  test(`${index + 1}: ${command.replace(/ +#.*/, '')}`, async () => {
    const edited = /^\$EDITOR (\S+)/.exec(command)?.[1];
    if (edited) {
      const [from, to] = edits[edited] ?? [
        edited,
        'This journey does not know what to change there',
      ];
      return team.change(edited, from, to);
    }
    const { stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: team.folder,
      env: { ...process.env, FORCE_COLOR: '0', DATA_DIR: dataDir, PORT: '' },
      encoding: 'utf8',
    });
    expect(linesOf(stdout + stderr)).toEqual(linesOf(output));
  });

test('the files that the README shows are written as shown', async () => {
  const files = shownFiles();
  expect(files.map(({ file }) => file)).toContain('remote-blog/src/page.tsx');
  for (const { file, content } of files)
    expect(await readFile(path.join(team.folder, file), 'utf8')).toBe(content);
});

test('npm start serves what was deployed, and the new section', async ({ page }) => {
  const above = '  introduction:\n';
  await team.change('remote-home/locales/de.yaml', above, `${above}    title: Hallo!\n`);
  const site = await startByNpm('start');
  await page.goto(`${site.url}/blog`);
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Blog' })).toBeVisible();
  // A supervisor signals only npm. With a shell between npm and Node.js the site kept running.
  await site.stop('SIGTERM');
});

for (const words of [['start'], ['run', 'dev']])
  test(`npm ${words.join(' ')} ends with its npm, which does not pass on a SIGHUP`, async () => {
    const site = await startByNpm(...words);
    await site.stop('SIGHUP');
  });

/** Once stopped, all that npm has started has ended, as it has closed its output. */
function startByNpm(...words: string[]) {
  return startServer({ ...process.env, DATA_DIR: dataDir }, ['npm', ...words], team.folder);
}
