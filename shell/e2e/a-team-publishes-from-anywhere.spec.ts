import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { canRunNginx, startNginx } from '@portfolio/test-support/nginx.ts';
import { startAlone } from './fixtures/development.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { runAsTeam } from './fixtures/run-as-team.ts';
import { root } from './fixtures/run-pinned.ts';
import { shellBlockWith } from './fixtures/the-readme.ts';
import { commandsOfWorkflow } from './fixtures/the-workflow.ts';

// The browser knows nothing of the authority; the team's command line has to. A page that is gone is
// answered with 404, and the development server tells of mistakes in the console, too.
test.use({
  ignoreHTTPSErrors: true,
  expectedErrors: [/Failed to load resource.*404.*\/blog|\[rspack-dev-server\]/],
});

const link = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Blog' });

test('a team ships from an empty folder over HTTPS, with its key and an address, and goes back', async ({
  page,
  context,
  ownSite,
}) => {
  test.skip(!canRunNginx, 'nginx or openssl is not installed');
  // It installs its packages from the registry, as a team would.
  test.setTimeout(400_000);
  const home = await mkdtemp(path.join(os.tmpdir(), 'portfolio-team-'));
  const section = path.join(home, 'remote-blog');
  const nginx = await startNginx(Number(new URL(ownSite.url).port));
  const here = (commands: string) =>
    commands
      .replaceAll('/tmp', home)
      .replaceAll('https://www.example.com', nginx.origin)
      .split('\n\n');
  const [pack = '', begin = '', add = '', ship = ''] = here(shellBlockWith('npx portfolio keygen'));
  const [check = '', preview = '', deploy = '', rollback = ''] = ship.split('\n');
  // Beside what the machine trusts already: the registry may lie behind an authority of its own, too.
  const trusted = path.join(home, 'trusted.pem');
  const own = process.env.NODE_EXTRA_CA_CERTS;
  const authorities = [nginx.authority, ...(own ? [own] : [])].map((file) => readFile(file));
  await writeFile(trusted, Buffer.concat(await Promise.all(authorities)));
  const env = { NODE_EXTRA_CA_CERTS: trusted };
  const team = (command: string, more = {}) =>
    runAsTeam(command, { cwd: section, env: { ...env, ...more } });
  const visit = async (address: string, heading: string | RegExp) => {
    await page.goto(nginx.origin + address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  };

  runAsTeam(pack, { cwd: root });
  // With posts: what is below the section's page is sent, opened and rolled back with it.
  runAsTeam(begin.replace('new blog', 'new blog --blog'), { cwd: home, env });
  expect(team('npx portfolio test')).toContain('1 passed');
  const manifest = path.join(section, 'package.json');
  const toolsOf = async () => JSON.parse(await readFile(manifest, 'utf8')).devDependencies;
  const tools = await toolsOf();
  expect(tools['@portfolio/kit']).toMatch(/^file:tools\//);
  // A package that the command line has, too: the registry is asked for no more than it has to be.
  team('npm install zod');
  expect(await toolsOf()).toEqual(tools);
  team('npx tsc --noEmit');
  await copyFile(path.join(section, 'blog.pub'), path.join(home, 'blog.pub'));
  runAsTeam(add, { cwd: root, env: { DATA_DIR: ownSite.dataDir } });
  const distrusting = runAsTeam(check, { cwd: section, exitCode: 1 });
  expect(distrusting).toContain('NODE_EXTRA_CA_CERTS');

  const source = path.join(section, 'src/page.tsx');
  const laidOut = await readFile(source, 'utf8');
  await writeFile(source, laidOut.replace('blog.title', 'blog.titel'));
  const misspelt = runAsTeam(check, { cwd: section, env, exitCode: 1 });
  expect(misspelt).toMatch(
    /src\/page\.tsx\(\d+,\d+\): .*"blog\.titel".* Did you mean '"blog\.title"'/,
  );
  for (const [file, instead] of [
    ['look.css', '`styled`'],
    ['pig.png', '`Picture`'],
  ]) {
    await writeFile(source, `import './${file}';\n${laidOut}`);
    const refused = runAsTeam('npx portfolio build', { cwd: section, env, exitCode: 1 });
    expect(refused).toMatch(new RegExp(`"\\./${file}" cannot be imported here: .*${instead}`));
  }
  await writeFile(source, laidOut);

  expect(team(check)).toContain('blog could be deployed.');
  await changeInDevelopment(await context.newPage(), section, {
    env,
    to: nginx.origin,
  });
  const kit = await startAlone(section, env, 'kit');
  await page.goto(`${kit.url}/kit`);
  await expect(page.getByRole('heading', { level: 1, name: 'The kit' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Properties of Gallery' })).toBeVisible();
  await page.goto('about:blank');
  await kit.stop();
  const [, address = '', id = ''] =
    /^Preview of blog@.{12}: https:\/\/[^/]+(\/\S+@(.{12}))$/m.exec(team(preview)) ?? [];
  await visit('/home', /./);
  await expect(link(page)).toHaveCount(0);
  const invited = await context.newPage();
  await invited.goto(nginx.origin + address);
  await expect(invited.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  await invited.getByRole('link', { name: 'The first post' }).click();
  await expect(invited.getByText('A post is Markdown')).toBeVisible();

  // Looked at it was before the preview, whose files and pages the site has.
  const shipped = team(`${deploy} --skip-browser`);
  expect(shipped).toContain('Sent 0 of ');
  expect(shipped).toContain(`blog@${id} is live.`);
  await visit('/home', /./);
  await link(page).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  const html = await (await page.request.get(`${nginx.origin}/blog`)).text();
  expect(html).toContain(`data-page="blog@${id}"`);
  await page.goto(`${nginx.origin}/blog/second-post`);
  await expect(page).toHaveTitle(/^The second post – /);

  // As a push does it, in a checkout that has no key, but for the live release: that comes after it.
  const texts = path.join(section, 'locales/en.yaml');
  const changed = (await readFile(texts, 'utf8')).replace('"Blog"\n  text', '"Hog"\n  text');
  await writeFile(texts, changed);
  const secret = await readFile(path.join(section, 'blog.key'), 'utf8');
  await rename(path.join(section, 'blog.key'), path.join(home, 'blog.key'));
  const [install = '', browser = '', push = ''] = commandsOfWorkflow(
    path.join(section, '.github/workflows/publish.yml'),
  );
  team(install);
  team(browser.replace('--with-deps', '--dry-run'));
  const pushed = team(`${push} --preview --skip-browser`, {
    PORTFOLIO_SITE: nginx.origin,
    PORTFOLIO_KEY: secret,
  });
  const [, next = ''] = /^Preview of blog@(.{12}):/m.exec(pushed) ?? [];
  await rename(path.join(home, 'blog.key'), path.join(section, 'blog.key'));
  team(`npx portfolio activate blog ${next} --to ${nginx.origin}`);
  await visit('/blog', 'Hog');

  expect(team(rollback)).toContain(`blog@${id} is live.`);
  await visit('/blog', 'Blog');
  expect(ownSite.command('releases', 'log')).toContain('Every line follows the one before.');
  ownSite.command('releases', 'retire', 'blog');
  const gone = await page.goto(`${nginx.origin}/blog`);
  expect(gone?.status()).toBe(404);
  await expect(link(page)).toHaveCount(0);

  for (const each of [page, invited]) await each.goto('about:blank');
  await nginx.stop();
  await rm(home, { recursive: true });
});

/** Under the shell of the site and beside its sections, none of which is this team's. */
async function changeInDevelopment(
  page: Page,
  section: string,
  { env, to }: { env: object; to: string },
): Promise<void> {
  const development = await startAlone(section, env, 'dev', '--to', to);
  const change = async (file: string, ...[from, into]: [string, string]) => {
    const place = path.join(section, file);
    await writeFile(place, (await readFile(place, 'utf8')).replace(from, into));
  };
  const overlay = page.frameLocator('#rspack-dev-server-client-overlay');
  await page.goto(`${development.url}/home`);
  await link(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await change('src/page.tsx', '<article key', '<article title="changed" key');
  await expect(page.getByTitle('changed').first()).toBeVisible();
  await change('locales/en.yaml', '"Blog"\n  text', '"Hog"\n  text');
  await expect(page.getByRole('heading', { level: 1, name: 'Hog' })).toBeVisible();
  await change('src/page.tsx', '<article title', '<article< title');
  await expect(overlay.getByText('page.tsx').first()).toBeVisible();
  await expect(overlay.getByText('<article< title').first()).toBeVisible();
  await change('src/page.tsx', '<article< title="changed"', '<article');
  await expect(page.getByTitle('changed')).toHaveCount(0);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await change('locales/en.yaml', '"Hog"\n  text', '"Blog"\n  text');
  // An open page would miss its server, and say so.
  await page.close();
  await development.stop();
}
