import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { canRunNginx, startNginx } from '@portfolio/test-support/nginx.ts';
import sharp from 'sharp';
import { expect, test } from './fixtures/fixtures.ts';
import { root, runAsTeam } from './fixtures/run.ts';
import { startAlone } from './fixtures/running-site.ts';

// The browser does not trust the authority; a draft has status 404.
test.use({
  ignoreHTTPSErrors: true,
  expectedErrors: [/Failed to load resource.*404.*\/blog|\[rspack-dev-server\]/],
});

const wide = 'const pigs = "'.padEnd(300, 'oink ');
const post = `---
title: A pig in the mud
description: How it got there.
date: 2026-11-23
tags: [pigs, mud]
---
Words.[^why]

![A wide pig](../resources/wide.jpg)
![A small pig](../resources/small.png)

\`\`\`ts
${wide}";
\`\`\`

| Day | Mud |
| --- | --: |
| Monday | 7 |

To [the first](first-post.en.md#code).

[^why]: Because it could.
`;

test('a team writes a post with pictures, code, a table and a footnote, and a CV that is printed', async ({
  page,
  ownSite,
}) => {
  test.skip(!canRunNginx, 'nginx or openssl is not installed');
  // Installs its packages from the registry, as a team does.
  test.setTimeout(700_000);
  const home = await mkdtemp(path.join(os.tmpdir(), 'portfolio-writers-'));
  const nginx = await startNginx(Number(new URL(ownSite.url).port));
  const trusted = path.join(home, 'trusted.pem');
  const own = process.env.NODE_EXTRA_CA_CERTS;
  const authorities = [nginx.authority, ...(own ? [own] : [])].map((file) => readFile(file));
  await writeFile(trusted, Buffer.concat(await Promise.all(authorities)));
  const env = { NODE_EXTRA_CA_CERTS: trusted };
  const to = `--to ${nginx.origin}`;
  const tools = `npx --yes --package node@24 --package ${home}/portfolio-cli-*.tgz portfolio`;
  const blog = path.join(home, 'remote-blog');
  const cv = path.join(home, 'remote-cv');
  const inBlog = (command: string, exitCode = 0) =>
    runAsTeam(command, { cwd: blog, env, exitCode });
  const inCv = (command: string, exitCode = 0) => runAsTeam(command, { cwd: cv, env, exitCode });
  const read = async (address: string) => page.request.get(nginx.origin + address);
  const admit = (section: string) =>
    ownSite.command('keys', 'add', section, `${home}/remote-${section}/${section}.pub`);

  runAsTeam(`npm run pack -- ${home}`, { cwd: root });
  runAsTeam(`${tools} new blog --blog ${to}`, { cwd: home, env });
  inBlog('npm install');
  inBlog('npx portfolio keygen');
  admit('blog');
  const picture = (width: number) =>
    sharp({ create: { width, height: width / 2, channels: 3, background: '#c422ec' } });
  await picture(1800).jpeg().toFile(`${blog}/resources/wide.jpg`);
  await picture(600).png().toFile(`${blog}/resources/small.png`);
  await writeFile(`${blog}/posts/mud.md`, post);
  await writeFile(`${blog}/posts/later.md`, post.replace('tags:', 'draft: true\ntags:'));

  await test.step('a missing file that a post names is reported before the build', async () => {
    await writeFile(`${blog}/posts/lost.md`, post.replace('small.png', 'lost.png'));
    expect(inBlog(`npx portfolio check ${to}`, 1)).toContain(
      'posts/lost.md shows ../resources/lost.png, which is not there',
    );
    await rm(`${blog}/posts/lost.md`);
  });

  await test.step('development shows a draft and each change of it', async () => {
    const development = await startAlone(blog, env, 'dev', '--to', nginx.origin);
    await page.goto(`${development.url}/blog/later`);
    await expect(page.getByText('Words.')).toBeVisible();
    await writeFile(`${blog}/posts/later.md`, post.replace('Words.', 'Other words.'));
    await expect(page.getByText('Other words.')).toBeVisible();
    await writeFile(`${blog}/posts/later.md`, post.replace('tags:', 'draft: true\ntags:'));
    await page.goto('about:blank');
    await development.stop();
  });

  expect(inBlog(`npx portfolio deploy ${to}`)).toMatch(/^blog@.{12} is live\.$/m);

  await test.step('the post shows all its parts at every width, and is readable without a script', async () => {
    const html = await (await read('/blog/mud')).text();
    for (const part of [
      '<table>',
      'hljs-keyword',
      'user-content-fn-why',
      'og:type" content="article',
    ])
      expect(html).toContain(part);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${nginx.origin}/blog/mud`);
    await expect(page.getByRole('heading', { level: 1, name: 'A pig in the mud' })).toBeVisible();
    await expect(page.getByText('1 min to read')).toBeVisible();
    for (const name of ['A wide pig', 'A small pig']) {
      const shown = page.getByRole('img', { name });
      await shown.scrollIntoViewIfNeeded();
      await expect
        .poll(() => shown.evaluate((it: HTMLImageElement) => it.naturalWidth))
        .toBeGreaterThan(0);
    }
    await expect(page.getByRole('img', { name: 'A wide pig' })).toHaveJSProperty('complete', true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await colourDiffers(page)).toBe(true);
    await expect(page.getByRole('cell', { name: '7' })).toBeVisible();
    await page.getByRole('link', { name: '1', exact: true }).click();
    await expect(page.getByText('Because it could.')).toBeInViewport();
    await page.getByRole('link', { name: 'the first' }).click();
    await expect(page).toHaveURL(`${nginx.origin}/blog/first-post#code`);
  });

  await test.step('programs find its feed, its data and its card, but no draft', async () => {
    const html = await (await read('/blog/mud')).text();
    const [, feed = ''] = /application\/atom\+xml"[^>]* href="([^"]+)"/.exec(html) ?? [];
    const entries = (await (await read(feed)).text()).split('<entry>');
    expect(entries).toHaveLength(4);
    expect(entries.join()).toContain('<category term="mud"/>');
    expect(html).toContain('"@type":"BlogPosting"');
    const [, card = ''] = /og:image" content="https:\/\/[^/]+([^"]+)"/.exec(html) ?? [];
    const { width, height } = await sharp(await (await read(card)).body()).metadata();
    expect([width, height]).toEqual([1200, 630]);
    expect((await read('/blog/later')).status()).toBe(404);
    expect(html).not.toContain('/later');
  });

  await test.step('a CV is rendered from its resumes and printed on both paper sizes in both languages', async () => {
    runAsTeam(`${tools} new cv --cv ${to}`, { cwd: home, env });
    // The same versions are installed already.
    await cp(`${blog}/node_modules`, `${cv}/node_modules`, {
      recursive: true,
      verbatimSymlinks: true,
    });
    expect(inCv('npx portfolio test')).toContain('1 passed');
    inCv('npx portfolio keygen');
    admit('cv');
    const resume = `${cv}/resume.en.json`;
    await copyFile(resume, `${home}/resume`);
    await writeFile(resume, (await readFile(resume, 'utf8')).replace('2023-04', 'spring'));
    expect(inCv(`npx portfolio check ${to}`, 1)).toContain(
      'resume.en.json: "work.0.startDate" has to be a date such as 2024-03-01, 2024-03 or 2024.',
    );
    await copyFile(`${home}/resume`, resume);
    expect(inCv(`npx portfolio deploy ${to}`)).toMatch(/^cv@.{12} is live\.$/m);
    for (const [language, name] of [
      ['en', 'Your Name'],
      ['de', 'Dein Name'],
    ] as const) {
      await page.goto(`${nginx.origin}/cv?language=${language}`);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      for (const [paper, width] of [
        ['A4', 595],
        ['Letter', 612],
      ] as const) {
        const address = await page.getByRole('link', { name: paper }).getAttribute('href');
        const pdf = String(await (await read(address ?? '')).body());
        expect(pdf).toMatch(/^%PDF-/);
        expect(pdf).toContain(`/MediaBox [0 0 ${width}`);
        expect(pdf).toContain(`/Lang (${language}`);
      }
    }
  });

  await page.goto('about:blank');
  await nginx.stop();
  await rm(home, { recursive: true });
});

async function colourDiffers(page: Page): Promise<boolean> {
  const differs: boolean[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const colourOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((it) => getComputedStyle(it).color);
    differs.push((await colourOf('pre .hljs-keyword')) !== (await colourOf('pre code')));
  }
  return differs.every(Boolean);
}
