import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { authority, bringToHttps } from '@portfolio/test-support/https.ts';
import { writeFiles } from '@portfolio/test-support/temporary-store.ts';
import { load } from 'js-yaml';
import sharp from 'sharp';
import { changeFile } from './fixtures/checkout.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { markDocument } from './fixtures/requests.ts';
import { root, runAsTeam } from './fixtures/run.ts';
import { startDevelopment, startSite } from './fixtures/running-site.ts';
import { shellBlockWith } from './fixtures/the-readme.ts';

// The browser does not trust the authority, a retired page has status 404, and the console has reported mistakes.
test.use({
  ignoreHTTPSErrors: true,
  expectedErrors: [/Failed to load resource.*404.*\/blog|\[rspack-dev-server\]/],
});

// One team does all of it, as its packages are installed from the registry once.
test.describe.configure({ mode: 'serial', timeout: 700_000 });
let team: Awaited<ReturnType<typeof startLoneTeam>>;
test.beforeAll(async () => {
  team = await startLoneTeam();
});
test.afterAll(() => team.stop());

const blog = (file: string) => path.join(team.blog, file);
const link = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Blog' });
const headingOf = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

test('a team starts in an empty folder, and its mistakes are reported', async () => {
  const { pack, begin, check } = team.words;
  await team.runAsOwner(pack);
  const again = path.join(team.home, 'again');
  await team.runAsOwner(`mkdir ${again}\n${pack.replace(team.home, again)}
    cd ${again}\nfor file in *.tgz; do cmp $file ../$file; done`);
  // With posts, as pages below the section's own are sent, opened and rolled back with it.
  const begun = await team.run(begin.replace('new blog', 'new blog --blog'), { cwd: team.home });
  const [add = ''] = /npx portfolio token add blog [0-9a-f]{64}$/m.exec(begun) ?? [];
  expect(team.words.add).toContain(add.replace(/[0-9a-f]{64}/, '<sha256>'));
  const post = await readFile(path.join(import.meta.dirname, 'fixtures/posts/mud.md'), 'utf8');
  await writeFiles(team.blog, {
    'src/look.module.css': '.mud { padding: 7px }',
    'src/count.ts': `fetch('/api/locales/en').then(({ status }) => postMessage('Counted by ' + status));\n`,
    'src/late.tsx': 'export default () => <p>Late, and there</p>;',
    'posts/mud.md': post,
    'posts/later.md': post.replace('tags:', 'draft: true\ntags:'),
  });
  const count = `const count = () => {
  new Worker(new URL('./count.ts', import.meta.url)).onmessage = ({ data }) => {
    document.title = data;
  };
};
const Late = lazyPart(async () => (await import('./late.tsx')).default, () => <p>Later</p>);\n`;
  const counted = `<Stack className={look.mud} style={{ marginTop: 3 }}>
      <Late /><button type="button" onClick={count}>Count</button>`;
  await changeFile(blog('src/page.tsx'), '<Stack>', counted);
  const above = "import look from './look.module.css';\n";
  await changeFile(blog('src/page.tsx'), 'import {', `${above}import { lazyPart,`);
  await changeFile(blog('src/page.tsx'), '/** /blog', `${count}/** /blog`);
  const picture = (width: number) =>
    sharp({ create: { width, height: width / 2, channels: 3, background: '#c422ec' } });
  await picture(1800).jpeg().toFile(blog('resources/wide.jpg'));
  await picture(600).png().toFile(blog('resources/small.png'));
  expect(await team.run('npm test')).toContain('1 passed');
  await team.run('npx tsc --noEmit');
  await team.runAsOwner(add);
  const distrusting = await team.run(check, { exitCode: 1, more: { NODE_EXTRA_CA_CERTS: '' } });
  expect(distrusting).toContain('NODE_EXTRA_CA_CERTS');

  expect(await team.run(check)).toContain('blog could be deployed.');
});

test('development shows changes and drafts, beside the live sections', async ({ page }) => {
  const words = ['node_modules/.bin/portfolio', 'dev', '--to', team.origin];
  const development = await startDevelopment(team.blog, words, team.env);
  await page.goto(`${development.url}/home`);
  await link(page).click();
  await expect(headingOf(page, 'Blog')).toBeVisible();
  // Sources change in place; a changed text loads the page again.
  for (const [file, from, into, shown, isInPlace] of [
    ['src/page.tsx', '<article key', '<article title="new" key', page.getByTitle('new'), true],
    ['locales/en.yaml', '"Blog"\n  text', '"Hog"\n  text', headingOf(page, 'Hog'), false],
  ] as const) {
    const isSameDocument = await markDocument(page);
    await changeFile(blog(file), from, into);
    await expect(shown.first()).toBeVisible();
    expect(await isSameDocument()).toBe(isInPlace);
    await changeFile(blog(file), into, from);
    await expect(shown).toHaveCount(0);
  }
  await page.goto(`${development.url}/blog/later`);
  await expect(page.getByText('Words.')).toBeVisible();
  await changeFile(blog('posts/later.md'), 'Words.', 'Other words.');
  await expect(page.getByText('Other words.')).toBeVisible();
  await page.goto('about:blank');
  await development.stop();
});

test('the section is published over HTTPS, and rolled back', async ({ page, context }) => {
  const { preview, deploy, rollback } = team.words;
  const visit = async (address: string, heading: string | RegExp) => {
    await page.goto(team.origin + address);
    await expect(headingOf(page, heading)).toBeVisible();
  };
  const [, address = '', id = ''] =
    /^Preview of blog@.{12}: https:\/\/[^/]+(\/\S+@(.{12}))$/m.exec(await team.run(preview)) ?? [];
  await visit('/home', /./);
  await expect(link(page)).toHaveCount(0);
  const invited = await context.newPage();
  await invited.goto(team.origin + address);
  await expect(headingOf(invited, 'Blog')).toBeVisible();
  await invited.getByRole('link', { name: 'The first post' }).click();
  await expect(invited.getByText('A post is Markdown')).toBeVisible();

  expect(await team.run(deploy)).toContain(`blog@${id} is live.`);
  await visit('/home', /./);
  await link(page).click();
  await expect(headingOf(page, 'Blog')).toBeVisible();
  const html = await (await page.request.get(`${team.origin}/blog`)).text();
  expect(html).toContain(`data-page="blog@${id}"`);
  expect(html).toMatch(/<style>\.blog-mud-\w+\{padding:7px\}<\/style>/);
  expect(html).toContain('style="margin-top:3px"');
  expect(html).toContain('Late, and there');
  await page.getByRole('button', { name: 'Count' }).click();
  await expect(page).toHaveTitle('Counted by 200');

  const post = await (await page.request.get(`${team.origin}/blog/mud`)).text();
  expect(post).not.toContain('/later');
  expect((await page.request.get(`${team.origin}/blog/later`)).status()).toBe(404);
  await visit('/blog/mud', 'A pig in the mud');
  for (const name of ['A wide pig', 'A small pig']) {
    const shown = page.getByRole('img', { name });
    await shown.scrollIntoViewIfNeeded();
    const width = () => shown.evaluate((it: HTMLImageElement) => it.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  }
  await page.getByRole('link', { name: '1', exact: true }).click();
  await expect(page.getByText('Because it could.')).toBeInViewport();

  // As a push does it in a checkout without a token, apart from making the release live, which follows.
  await changeFile(blog('locales/en.yaml'), '"Blog"\n  text', '"Hog"\n  text');
  const secret = await readFile(blog('blog.token'), 'utf8');
  await rename(blog('blog.token'), path.join(team.home, 'blog.token'));
  const workflow = await readFile(blog('.github/workflows/publish.yml'), 'utf8');
  const { jobs } = load(workflow) as { jobs: Record<string, { steps: { run?: string }[] }> };
  const [install = '', push = ''] = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  );
  await team.run(install);
  const pushed = await team.run(`${push} --preview`, {
    more: { PORTFOLIO_SITE: team.origin, PORTFOLIO_TOKEN: secret },
  });
  const [, next = ''] = /^Preview of blog@(.{12}):/m.exec(pushed) ?? [];
  await rename(path.join(team.home, 'blog.token'), blog('blog.token'));
  await team.run(`npx portfolio rollback blog ${next} --to ${team.origin}`);
  await visit('/blog', 'Hog');

  expect(await team.run(rollback)).toContain(`blog@${id} is live.`);
  await visit('/blog', 'Blog');

  await team.site.command('releases retire blog');
  // The open page stays as it was.
  await page.getByRole('link', { name: 'Home' }).click();
  await link(page).click();
  await expect(headingOf(page, 'Blog')).toBeVisible();
  const gone = await page.goto(`${team.origin}/blog`);
  expect(gone?.status()).toBe(404);
  await expect(link(page)).toHaveCount(0);
});

/** A team that has the packed files, a token, and the address of a site over HTTPS. */
async function startLoneTeam() {
  const home = await mkdtemp(path.join(os.tmpdir(), 'portfolio-team-'));
  const site = await startSite({ TRUST_PROXY: '1' });
  const front = await bringToHttps(site.url);
  const { origin } = front;
  const [pack = '', begin = '', add = '', ship = ''] = shellBlockWith('npx portfolio token')
    .replaceAll('/tmp', home)
    .replaceAll('https://www.example.com', origin)
    .split('\n\n');
  const [check = '', preview = '', deploy = '', rollback = ''] = ship.split('\n');
  // Keeps the machine's own authorities, which the registry may need.
  const trusted = path.join(home, 'trusted.pem');
  const own = process.env.NODE_EXTRA_CA_CERTS;
  const authorities = [authority, ...(own ? [own] : [])].map((file) => readFile(file));
  await writeFile(trusted, Buffer.concat(await Promise.all(authorities)));
  // npm does not ask the registry again for packages that this machine has.
  const env = { NODE_EXTRA_CA_CERTS: trusted, npm_config_prefer_offline: 'true' };
  return {
    /** The folder in which its sections lie. */
    home,
    site,
    origin,
    env,
    blog: path.join(home, 'remote-blog'),
    /** Types commands in a folder, by default that of its blog. */
    run: (commands: string, { cwd = `${home}/remote-blog`, exitCode = 0, more = {} } = {}) =>
      runAsTeam(commands, { cwd, exitCode, env: { ...env, ...more } }),
    /** Types commands of the site's owner. */
    runAsOwner: (commands: string) =>
      runAsTeam(commands, { cwd: root, env: { DATA_DIR: site.dataDir } }),
    /** What the README has the owner and the team type. */
    words: { pack, begin, add, check, preview, deploy, rollback },
    async stop() {
      await front.stop();
      await site.stop();
      await rm(home, { recursive: true });
    },
  };
}
