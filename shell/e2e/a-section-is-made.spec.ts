import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { canRunNginx, startNginx } from '@portfolio/test-support/nginx.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

// A page that is gone is answered with 404.
// The browser knows nothing of the authority; the command line has to.
test.use({
  ignoreHTTPSErrors: true,
  expectedErrors: [/Failed to load resource.*404.*\/blog/],
});

const link = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Blog' });

test('a section made by one command is deployed into the header, rolled back, retired and brought back', async ({
  page,
  context,
  ownSite,
  team,
}) => {
  // Builds, each inspected in a browser.
  test.setTimeout(300_000);
  const portfolio = (...args: string[]) => team.portfolio({ DATA_DIR: ownSite.dataDir }, ...args);
  const visit = async (address = '/home') => {
    const visitor = await context.newPage();
    const answer = await visitor.goto(ownSite.url + address);
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    return { visitor, status: answer?.status() };
  };
  await page.goto(`${ownSite.url}/home`);
  await expect(link(page)).toHaveCount(0);

  expect(portfolio('new', 'blog').said).toContain('npm run deploy -- blog');
  expect(portfolio('deploy', 'blog').said).toMatch(/^blog@[0-9a-f]{12} is live\.$/m);
  const { visitor: reader } = await visit();
  const entries = reader.getByRole('navigation').getByRole('link');
  await expect(entries).toHaveText(['Home', 'Portfolio', 'Contact', 'Blog']);
  await link(reader).click();
  await expect(reader.getByRole('heading', { name: 'Blog' })).toBeVisible();
  expect(await (await reader.request.get(`${ownSite.url}/sitemap.xml`)).text()).toContain('/blog<');

  await team.change(
    'remote-blog/locales/en.yaml',
    '  title: "Blog"\n  text',
    '  title: "Hog"\n  text',
  );
  expect(portfolio('deploy', 'blog', '--skip-browser').status).toBe(0);
  const changed = await visit('/blog');
  await expect(changed.visitor.getByRole('heading', { name: 'Hog' })).toBeVisible();
  expect(portfolio('rollback', 'blog').status).toBe(0);
  const before = await visit('/blog');
  await expect(before.visitor.getByRole('heading', { name: 'Blog' })).toBeVisible();

  expect(portfolio('releases', 'retire', 'blog').said).toContain('is not live any more');
  const after = await visit('/blog');
  expect(after.status).toBe(404);
  await expect(link(after.visitor)).toHaveCount(0);
  // The page that was open goes on as it was.
  await reader.getByRole('link', { name: 'Home' }).click();
  await expect(reader.getByRole('img', { name: text('home.header.mascot') }).first()).toBeVisible();
  await link(reader).click();
  await expect(reader.getByRole('heading', { name: 'Blog' })).toBeVisible();

  expect(portfolio('rollback', 'blog').status).toBe(0);
  await expect(link((await visit('/blog')).visitor)).toBeVisible();

  // Pages are made with another navigation at once: they can be read before any script.
  expect(portfolio('releases', 'retire', 'contact').status).toBe(0);
  const html = await (await page.request.get(`${ownSite.url}/home`)).text();
  expect(html).toMatch(/<div id="root" data-page="home@[0-9a-f]{12}"/);
  const [header = ''] = html.split('</header>');
  expect(header).toContain('href="/portfolio"');
  expect(header).not.toContain('href="/contact"');
});

test('the posts of a blog are pages of the site over HTTPS: found, moved between, previewed and rolled back', async ({
  page,
  ownSite,
  team,
}) => {
  test.skip(!canRunNginx, 'nginx or openssl is not installed');
  // Builds, each inspected in a browser.
  test.setTimeout(300_000);
  const nginx = await startNginx(Number(new URL(ownSite.url).port));
  const to = ['--to', nginx.origin];
  const portfolio = (...args: string[]) => {
    const { status, said } = team.portfolio({ NODE_EXTRA_CA_CERTS: nginx.authority }, ...args);
    expect(status, said).toBe(0);
    return said;
  };
  const status = async (address: string) =>
    (await page.request.get(nginx.origin + address)).status();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  portfolio('new', 'blog', '--blog');
  portfolio('keygen', 'blog');
  ownSite.command('keys', 'add', 'blog', path.join(team.folder, 'blog.pub'));
  const [, first = ''] =
    /@([0-9a-f]{12}): /.exec(portfolio('deploy', 'blog', '--preview', ...to)) ?? [];
  await page.goto(`${nginx.origin}/blog/first-post?preview=blog@${first}`);
  await expect(heading('The first post')).toBeVisible();
  expect(await status('/blog/first-post')).toBe(404);
  portfolio('activate', 'blog', first, ...to);

  const html = await (
    await page.request.get(`${nginx.origin}/blog/first-post`, {
      headers: { 'Accept-Language': 'de' },
    })
  ).text();
  expect(html).toMatch(/<title>Der erste Beitrag – /);
  expect(html).toContain(`data-page="blog@${first}"`);
  expect(html).toContain('<strong>Markdown</strong>');
  const map = await (await page.request.get(`${nginx.origin}/sitemap.xml`)).text();
  expect(map).toContain('/blog/second-post?language=de</loc>');
  expect((await page.goto(`${nginx.origin}/blog/nope`))?.status()).toBe(404);
  await expect(heading(text('notFound.title'))).toBeVisible();

  await page.goto(`${nginx.origin}/blog/first-post`);
  await expect(page.locator('html[data-ready]')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await link(page).click();
  await expect(heading('Blog')).toBeFocused();
  await page.getByRole('link', { name: 'The second post' }).click();
  await expect(heading('The second post')).toBeFocused();
  await expect(page).toHaveTitle(/^The second post – /);
  await expect(page.getByRole('status').first()).toHaveText('The second post');
  await expect(page.getByText('Its name becomes its address.')).toBeVisible();
  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(page.getByText('Aus ihrem Namen wird die Adresse.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Der zweite Beitrag' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  const posts = path.join(team.folder, 'remote-blog/posts');
  const third = await readFile(path.join(posts, 'second-post.en.md'), 'utf8');
  await writeFile(path.join(posts, 'third-post.md'), third.replace('second', 'third'));
  portfolio('deploy', 'blog', '--skip-browser', ...to);
  expect(await status('/blog/third-post')).toBe(200);
  await page.goto(`${nginx.origin}/blog/third-post`);
  await expect(page.getByRole('heading', { level: 1, name: 'The third post' })).toBeVisible();
  portfolio('rollback', 'blog', ...to);
  expect([await status('/blog/third-post'), await status('/blog/second-post')]).toEqual([404, 200]);
  await page.goto('about:blank');
  await nginx.stop();
});
