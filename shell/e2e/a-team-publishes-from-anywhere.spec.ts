import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { canRunNginx, startNginx } from '@portfolio/test-support/nginx.ts';
import { load } from 'js-yaml';
import { changeFile } from './fixtures/checkout.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { markDocument } from './fixtures/requests.ts';
import { root, runAsTeam } from './fixtures/run.ts';
import { startAlone } from './fixtures/running-site.ts';
import { shellBlockWith } from './fixtures/the-readme.ts';

// The browser does not trust the authority; the team's command line must. A retired page has status 404; the
// development server also reports mistakes in the console.
test.use({
  ignoreHTTPSErrors: true,
  expectedErrors: [/Failed to load resource.*404.*\/blog|\[rspack-dev-server\]/],
});

const link = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Blog' });

test('a team publishes from an empty folder over HTTPS, with its key and an address, and rolls back', async ({
  page,
  context,
  ownSite,
}) => {
  test.skip(!canRunNginx, 'nginx or openssl is not installed');
  // Installs its packages from the registry, as a team does.
  test.setTimeout(700_000);
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
  // Keeps the machine's own authorities, which the registry may need.
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
  // With posts, as pages below the section's own are sent, opened and rolled back with it.
  runAsTeam(begin.replace('new blog', 'new blog --blog'), { cwd: home, env });
  expect(team('npx portfolio test')).toContain('1 passed');
  const manifest = path.join(section, 'package.json');
  const toolsOf = async () => JSON.parse(await readFile(manifest, 'utf8')).devDependencies;
  const tools = await toolsOf();
  expect(tools['@portfolio/kit']).toMatch(/^file:tools\//);
  // A package that the command line has, too, as the registry should be used little.
  team('npm install zod');
  expect(await toolsOf()).toEqual(tools);
  expect(team('npx portfolio upgrade')).toContain('already');
  const laidOutManifest = await readFile(manifest, 'utf8');
  await writeFile(
    manifest,
    laidOutManifest.replace(/portfolio-kit-[\d.]+-/, 'portfolio-kit-1.4.0-'),
  );
  const upgraded = team('npx portfolio upgrade');
  expect(upgraded).toContain('## 1.5.0');
  expect(upgraded).not.toContain('## 1.4.0');
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
  await writeFile(source, `import './look.css';\nimport './pig.png';\n${laidOut}`);
  const refused = runAsTeam('npx portfolio check', { cwd: section, env, exitCode: 1 });
  expect(refused).toMatch(/"\.\/look\.css" cannot be imported here: .*`styled`/);
  expect(refused).toMatch(/"\.\/pig\.png" cannot be imported here: .*`Picture`/);
  await writeFile(source, laidOut);

  // Without a site, the section is inspected in the shell of the command line.
  for (const each of [check, 'npx portfolio check']) {
    const output = team(each);
    expect(output).toMatch(/Prerendered blog@[\s\S]*blog could be deployed\./);
  }
  await changeInDevelopment(await context.newPage(), section, nginx.origin, env);
  await changeUnderAnotherShell(await context.newPage(), section, nginx.origin, env);
  const kit = await startAlone(section, env, 'kit');
  await page.goto(`${kit.url}/kit`);
  await expect(page.getByRole('heading', { level: 1, name: 'The kit' })).toBeVisible();
  await expect(page.getByText('images: ReadonlyArray<GalleryImage>')).toBeVisible();
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

  // The preview was inspected, and its files and pages are on the site.
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

  // As a push does it in a checkout without a key, apart from making the release live, which follows.
  const texts = path.join(section, 'locales/en.yaml');
  const changed = (await readFile(texts, 'utf8')).replace('"Blog"\n  text', '"Hog"\n  text');
  await writeFile(texts, changed);
  const secret = await readFile(path.join(section, 'blog.key'), 'utf8');
  await rename(path.join(section, 'blog.key'), path.join(home, 'blog.key'));
  const workflow = await readFile(path.join(section, '.github/workflows/publish.yml'), 'utf8');
  const { jobs } = load(workflow) as { jobs: Record<string, { steps: { run?: string }[] }> };
  const [install = '', browser = '', push = ''] = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
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

  const retired = team(`npx portfolio releases retire blog --to ${nginx.origin}`);
  expect(retired).toContain(`blog@${id} is not live any more.`);
  await visit('/home', /./);
  await expect(link(page)).toHaveCount(0);
  expect(team(rollback)).toContain(`blog@${id} is live.`);
  await visit('/blog', 'Blog');

  const lost = runAsTeam('npx portfolio deploy', { cwd: section, env, exitCode: 2 });
  expect(lost).toContain('Say where the store is');

  expect(ownSite.command('releases', 'log')).toContain(`blog@${id}`);
  const [key = ''] = /^[0-9a-f]{16}/m.exec(ownSite.command('keys')) ?? [];
  ownSite.command('keys', 'remove', key);
  ownSite.command('releases', 'retire', 'blog');
  const gone = await page.goto(`${nginx.origin}/blog`);
  expect(gone?.status()).toBe(404);
  await expect(link(page)).toHaveCount(0);

  for (const each of [page, invited]) await each.goto('about:blank');
  await nginx.stop();
  await rm(home, { recursive: true });
});

/** Uses the site's shell and other sections around the team's own sources. */
async function changeInDevelopment(
  page: Page,
  section: string,
  to: string,
  env: Record<string, string>,
) {
  const development = await startAlone(section, env, 'dev', '--to', to);
  await page.goto(`${development.url}/home`);
  await link(page).click();
  await changeSources(page, section, true);
  await page.close();
  await development.stop();
}

/** Simulates a command line that was packed before the site's current shell. */
async function changeUnderAnotherShell(
  page: Page,
  section: string,
  to: string,
  env: Record<string, string>,
) {
  const packed = path.join(section, 'node_modules/@portfolio/cli/released');
  const entry = (await readdir(packed)).find((file) => /^main\..*\.mjs$/.test(file)) ?? '';
  const other = path.join(packed, 'main.00000000.mjs');
  await rename(path.join(packed, entry), other);
  const development = await startAlone(section, env, 'dev', '--to', to);
  expect(development.said()).toContain(`${to} has another shell than this command line`);
  await page.goto(`${development.url}/blog`);
  await changeSources(page, section, false);
  await page.close();
  await development.stop();
  await rename(other, path.join(packed, entry));
}

/** Changes of sources and texts appear in the page, either in place or after a reload. */
async function changeSources(page: Page, section: string, isInPlace: boolean): Promise<void> {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await expect(heading('Blog')).toBeVisible();
  for (const [file, from, into, shown] of [
    ['src/page.tsx', '<article key', '<article title="changed" key', page.getByTitle('changed')],
    ['locales/en.yaml', '"Blog"\n  text', '"Hog"\n  text', heading('Hog')],
  ] as const) {
    const isSameDocument = await markDocument(page);
    await changeFile(path.join(section, file), from, into);
    await expect(shown.first()).toBeVisible();
    expect(await isSameDocument()).toBe(isInPlace);
    await changeFile(path.join(section, file), into, from);
    await expect(shown).toHaveCount(0);
  }
}
