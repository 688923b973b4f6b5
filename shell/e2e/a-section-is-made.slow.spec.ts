import { readFile, writeFile } from 'node:fs/promises';
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

const mud = `import { useState } from 'react';
import look from './look.module.css';

export function Mud() {
  const [counted, setCounted] = useState('Mud');
  const count = () => {
    const worker = new Worker(new URL('./count.ts', import.meta.url));
    worker.onmessage = ({ data }) => setCounted(data);
  };
  return (
    <p className={look.mud} style={{ margin: 3, transition: 'color 9s' }}>
      {counted} <button onClick={count}>Count</button>
    </p>
  );
}
`;
const count = `fetch('/api/locales/en').then(({ status }) => postMessage(\`Counted to 42 by \${status}\`));
`;

test('a section made by one command is deployed with its posts, changed, rolled back, retired and brought back', async ({
  page: reader,
  context,
  ownSite,
  team,
}) => {
  // Includes builds.
  test.setTimeout(300_000);
  const portfolio = (words: string) => team.portfolio(ownSite, words);
  const read = async (address: string) => (await reader.request.get(ownSite.url + address)).text();
  const visit = async (address: string) => {
    const visitor = await context.newPage();
    const answer = await visitor.goto(ownSite.url + address);
    return { visitor, status: answer?.status() };
  };

  expect(portfolio('new blog --blog')).toContain('npx portfolio deploy blog');
  const folder = path.join(team.folder, 'remote-blog');
  const late = `const Late = lazyPart(
    async () => (await import('./late.tsx')).default,
    () => <p>There later, perhaps</p>,
  );\n`;
  await writeFile(`${folder}/src/late.tsx`, 'export default () => <p>Late, and there</p>;');
  await team.change(
    'remote-blog/src/page.tsx',
    '      {usePages()',
    '      <Mud />\n      <Late />\n      {usePages()',
  );
  await team.change('remote-blog/src/page.tsx', '/** /blog', `${late}\n/** /blog`);
  await writeFile(`${folder}/src/look.module.css`, '.mud { padding: 7px }');
  await writeFile(`${folder}/src/mud.tsx`, mud);
  await writeFile(`${folder}/src/count.ts`, count);
  await team.change(
    'remote-blog/src/page.tsx',
    'import {',
    "import { Mud } from './mud.tsx';\nimport { lazyPart,",
  );
  const [, id] = /^blog@([0-9a-f]{12}) is live\.$/m.exec(portfolio('deploy blog')) ?? [];
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

  await test.step('it is styled by attributes and imported CSS, before any script and after', async () => {
    const html = await read('/blog');
    expect(html).toMatch(/<style>\.blog-mud-\w+\{padding:7px\}<\/style>/);
    expect(html).toContain('style="margin:3px;transition:color 9s"');
    const styled = reader.locator('p').filter({ hasText: 'Mud' });
    await expect(styled).toHaveCSS('padding-left', '7px');
    await expect(styled).toHaveCSS('margin-left', '3px');
  });

  await test.step('its worker counts, with a call of the site', async () => {
    await reader.getByRole('button', { name: 'Count' }).click();
    await expect(reader.getByText('Counted to 42 by 200')).toBeVisible();
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

  const third = await readFile(`${folder}/posts/second-post.en.md`, 'utf8');
  await writeFile(`${folder}/posts/third-post.md`, third.replace('second', 'third'));
  portfolio('deploy blog');
  const changed = await visit('/blog/third-post');
  await expect(heading(changed.visitor, 'The third post')).toBeVisible();
  portfolio('rollback blog');
  const back = await visit('/blog/third-post');
  expect(back.status).toBe(404);
  await expect(heading(back.visitor, text('notFound.title'))).toBeVisible();

  await reader.goto(`${ownSite.url}/blog`);
  const isSameDocument = await markDocument(reader);
  expect(portfolio('releases retire blog')).toContain('is not live any more');
  const after = await visit('/blog/second-post');
  expect(after.status).toBe(404);
  await expect(link(after.visitor)).toHaveCount(0);
  // The open page stays as it was.
  await reader.getByRole('link', { name: 'Home' }).click();
  await expect(reader.getByRole('img', { name: text('home.header.mascot') }).first()).toBeVisible();
  await link(reader).click();
  await expect(heading(reader, 'Blog')).toBeVisible();
  expect(await isSameDocument()).toBe(true);

  portfolio('rollback blog');
  await expect(
    heading((await visit('/blog/second-post')).visitor, 'The second post'),
  ).toBeVisible();

  // The other pages have the new navigation at once, before any script.
  portfolio('releases retire contact');
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
  test.setTimeout(200_000);
  team.portfolio(ownSite, 'new cv --cv');
  team.portfolio(ownSite, 'deploy cv');
  for (const [language, name] of Object.entries({ en: 'Your Name', de: 'Dein Name' })) {
    await page.goto(`${ownSite.url}/cv?language=${language}`);
    await expect(heading(page, name)).toBeVisible();
    for (const format of ['A4', 'Letter']) {
      const paper = await page.pdf({ format, margin: usualMargin });
      expect(String(paper).match(/\/Type \/Page\b/g)).toHaveLength(1);
    }
  }
});

const inch = '0.4in';
const usualMargin = { top: inch, bottom: inch, left: inch, right: inch };
