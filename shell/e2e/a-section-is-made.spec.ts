import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

// A page that is gone is answered with 404.
test.use({ expectedErrors: [/Failed to load resource.*404.*\/blog/] });

const link = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Blog' });

test('a section made by one command is deployed into the header, rolled back, retired and brought back', async ({
  page,
  context,
  ownSite,
  team,
}) => {
  // Builds, each inspected in a browser.
  test.setTimeout(300_000);
  const portfolio = (...args: string[]) =>
    spawnSync(process.execPath, ['shell/cli/src/portfolio.ts', ...args], {
      cwd: team.folder,
      env: { ...process.env, FORCE_COLOR: '0', DATA_DIR: ownSite.dataDir },
      encoding: 'utf8',
    });
  const visit = async (address = '/home') => {
    const visitor = await context.newPage();
    const answer = await visitor.goto(ownSite.url + address);
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    return { visitor, status: answer?.status() };
  };
  await page.goto(`${ownSite.url}/home`);
  await expect(link(page)).toHaveCount(0);

  expect(portfolio('new', 'blog').stdout).toContain('npm run deploy -- blog');
  expect(portfolio('deploy', 'blog').stdout).toMatch(/^blog@[0-9a-f]{12} is live\.$/m);
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

  expect(portfolio('releases', 'retire', 'blog').stdout).toContain('is not live any more');
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
