import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { canRunNginx, startNginx } from '@portfolio/test-support/nginx.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { plainSections } from './fixtures/plain-builds.ts';
import { root, runAsTeam } from './fixtures/run.ts';
import { languages } from './fixtures/text.ts';

/** In any language. */
const words = 'plain: { title: Plain, document: { title: Plain, description: Made elsewhere } }';

// The browser does not trust the authority; the team's command line does.
test.use({ ignoreHTTPSErrors: true });
test.skip(!canRunNginx, 'nginx or openssl is not installed');

test('a section that the plain plugin builds with Rspack or Vite is published over HTTPS with a key, shown, and rolled back', async ({
  page,
  ownSite,
}) => {
  test.slow();
  const { origin, authority, stop } = await startNginx(Number(new URL(ownSite.url).port));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-plain-'));
  await cp(path.join(import.meta.dirname, 'fixtures/plain-section'), folder, { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await mkdir(path.join(folder, 'locales'));
  for (const language of languages)
    await writeFile(path.join(folder, `locales/${language}.yaml`), words);
  const portfolio = (words: string) =>
    runAsTeam(`${process.execPath} ${path.join(root, 'shell/cli/src/portfolio.ts')} ${words}`, {
      cwd: folder,
      env: { NODE_EXTRA_CA_CERTS: authority },
    });
  const deploy = `deploy --built dist --to ${origin}`;
  const expectPage = async (bundler: string) => {
    await page.goto(`${origin}/home`);
    await page.getByRole('navigation').getByRole('link', { name: 'Plain' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Plain' })).toBeVisible();
    await page.getByRole('button', { name: `0 of ${bundler}` }).click();
    await expect(page.getByRole('button', { name: `1 of ${bundler}` })).toBeVisible();
  };

  portfolio('keygen plain');
  ownSite.command('keys', 'add', 'plain', path.join(folder, 'plain.pub'));
  await plainSections.Rspack(folder);
  const [, first] = /plain@(\w+) is live/.exec(portfolio(deploy)) ?? [];
  await expectPage('Rspack');

  await plainSections.Vite(folder);
  portfolio(`${deploy} --skip-browser`);
  await expectPage('Vite');

  expect(portfolio(`rollback plain --to ${origin}`)).toContain(`plain@${first} is live.`);
  await expectPage('Rspack');
  await rm(folder, { recursive: true });
  await page.close();
  await stop();
});
