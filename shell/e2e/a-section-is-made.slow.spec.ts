import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/fixtures.ts';
import { markDocument } from './fixtures/requests.ts';
import { text } from './fixtures/text.ts';

// A retired page has status 404; a lost script is logged.
test.use({
  expectedErrors: [/Failed to load resource.*(404|ERR_FAILED).*\/blog|rendered again/],
});

const link = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Blog' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

// The journey of a team imports CSS and a worker, changes its section and rolls it back.
test('a section made by one command is deployed with its posts and a late part, and retired', async ({
  page: reader,
  context,
  ownSite,
  team,
}) => {
  const portfolio = (words: string) => team.portfolio(ownSite, words);
  const read = async (address: string) => (await reader.request.get(ownSite.url + address)).text();
  const visit = async (address: string) => {
    const visitor = await context.newPage();
    const answer = await visitor.goto(ownSite.url + address);
    return { visitor, status: answer?.status() };
  };

  expect(await portfolio('new blog --blog')).toContain('npx portfolio deploy blog');
  const source = 'remote-blog/src/page.tsx';
  const late = `const Late = lazyPart(
    async () => (await import('./late.tsx')).default,
    () => <p>There later, perhaps</p>,
  );\n`;
  const file = path.join(team.folder, 'remote-blog/src/late.tsx');
  await writeFile(file, 'export default () => <p>Late, and there</p>;');
  await team.change(source, '      {usePages()', '      <Late />\n      {usePages()');
  await team.change(source, '/** /blog', `${late}\n/** /blog`);
  await team.change(source, 'import {', 'import { lazyPart,');
  const [, id] = /^blog@([0-9a-f]{12}) is live\.$/m.exec(await portfolio('deploy blog')) ?? [];
  const post = await read('/blog/first-post?language=de');
  expect(post).toMatch(/<title>Der erste Beitrag – /);
  expect(post).toContain(`data-page="blog@${id}"`);
  expect(post).toContain('<strong>Markdown</strong>');
  const map = await read('/sitemap.xml');
  expect(map).toContain('/blog<');
  expect(map).toContain('/blog/second-post?language=de</loc>');

  await test.step('a late part is prerendered, and requested once more when it is lost', async () => {
    expect(await read('/blog')).toContain('Late, and there');
    let times = 0;
    await reader.route(/\/src_late_tsx\.mjs(\?again=\d+)?$/, (route) => {
      times += 1;
      return times === 1 ? route.abort() : route.continue();
    });
    await reader.goto(`${ownSite.url}/blog`);
    await expect.poll(() => times).toBe(2);
    await expect(reader.getByText('Late, and there')).toBeVisible();
  });

  await test.step('visitors move between its pages like all others', async () => {
    await reader.goto(`${ownSite.url}/home`);
    const isSameDocument = await markDocument(reader);
    const entries = reader.getByRole('navigation').getByRole('link');
    await expect(entries).toHaveText(['Home', 'Portfolio', 'Contact', 'Blog']);
    await link(reader).click();
    await expect(heading(reader, 'Blog')).toBeFocused();
    await reader.getByRole('link', { name: 'The second post' }).click();
    await expect(heading(reader, 'The second post')).toBeFocused();
    await expect(reader).toHaveTitle(/^The second post – /);
    await expect(reader.getByRole('status').first()).toHaveText('The second post');
    await expect(reader.getByText('Its name becomes its address.')).toBeVisible();
    await reader.getByLabel('Language').selectOption('Deutsch');
    await expect(reader.getByText('Aus ihrem Namen wird die Adresse.')).toBeVisible();
    await reader.goBack();
    await expect(reader.getByRole('link', { name: 'Der zweite Beitrag' })).toBeVisible();
    await reader.getByLabel('Sprache').selectOption('English');
    await expect(heading(reader, 'Blog')).toBeVisible();
    expect(await isSameDocument()).toBe(true);
  });

  await reader.goto(`${ownSite.url}/blog`);
  const isSameDocument = await markDocument(reader);
  expect(await portfolio('releases retire blog')).toContain('is not live any more');
  const after = await visit('/blog/second-post');
  expect(after.status).toBe(404);
  await expect(heading(after.visitor, text('notFound.title'))).toBeVisible();
  await expect(link(after.visitor)).toHaveCount(0);
  // The open page stays as it was.
  await reader.getByRole('link', { name: 'Home' }).click();
  await expect(reader.getByRole('img', { name: text('home.header.mascot') }).first()).toBeVisible();
  await link(reader).click();
  await expect(heading(reader, 'Blog')).toBeVisible();
  expect(await isSameDocument()).toBe(true);

  // The other pages have the new navigation at once, before any script.
  await portfolio('releases retire contact');
  const html = await read('/home');
  expect(html).toMatch(/<div id="page-root" data-page="home@[0-9a-f]{12}"/);
  const [header = ''] = html.split('</header>');
  expect(header).toContain('href="/portfolio"');
  expect(header).not.toContain('href="/contact"');
});

test('a CV made by one command is one sheet on A4 and on Letter, in each language', async ({
  page,
  ownSite,
  team,
}) => {
  await team.portfolio(ownSite, 'new cv --cv');
  await team.portfolio(ownSite, 'deploy cv');
  const usual = '0.4in';
  const margin = { top: usual, bottom: usual, left: usual, right: usual };
  for (const [language, name] of Object.entries({ en: 'Your Name', de: 'Dein Name' })) {
    await page.goto(`${ownSite.url}/cv?language=${language}`);
    await expect(heading(page, name)).toBeVisible();
    for (const format of ['A4', 'Letter']) {
      const paper = await page.pdf({ format, margin });
      expect(String(paper).match(/\/Type \/Page\b/g)).toHaveLength(1);
    }
  }
});
