import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startHttps } from '@portfolio/test-support/https.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { startSite } from './fixtures/running-site.ts';

// The browser does not trust the services' authority, and logs origins that are not named.
test.use({
  ignoreHTTPSErrors: true,
  expectedErrors: [/Content Security Policy/],
});

/** A team's own server: words for its page, and a player to embed. */
const startService = () =>
  startHttps(({ url }, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', url === '/player' ? 'text/html' : 'text/plain');
    response.end(url === '/player' ? '<button>Play</button>' : 'Words of the service');
  });

const pageSource = (service: string, player: string) => `
import { styled, Text, Title } from '@portfolio/kit';
import { useEffect, useState } from 'react';

const Stage = styled.div\`
  height: 200px;
\`;

const Words = styled.output\`
  display: block;
  height: 2em;
\`;

const ask = (origin) => fetch(origin + '/words').then((answer) => answer.text()).catch(() => 'No answer');

export default function Page() {
  const [words, setWords] = useState('Waiting');
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    setRunning(true);
    ask('${service}').then(setWords);
  }, []);
  return (
    <>
      <Title><Text path="blog.title" /></Title>
      <Words>{words}</Words>
      <Stage>{isRunning && <iframe title="Player" src="${player}/player" />}</Stage>
    </>
  );
}
`;

const reaches = (page: Page, origin: string) =>
  page.evaluate(async (address) => {
    const answer = await fetch(address).catch(() => undefined);
    return answer?.ok ?? false;
  }, `${origin}/words`);

test('a section uses a service and a frame of other origins that CONNECT_ORIGINS names, and no others', async ({
  page,
  header,
  heading,
  team,
}) => {
  // Includes a build, inspected in a browser.
  test.setTimeout(300_000);
  const service = await startService();
  const player = await startService();
  const unnamed = await startService();
  const site = await startSite({ CONNECT_ORIGINS: `${service.origin} ${player.origin}` });
  const link = page.getByRole('navigation').getByRole('link', { name: 'Blog' });
  const words = page.getByRole('main').getByRole('status');

  team.portfolio(site, 'new blog');
  const folder = path.join(team.folder, 'remote-blog');
  const source = pageSource(service.origin, player.origin);
  await writeFile(path.join(folder, 'src/page.tsx'), source);
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  manifest.origins = [service.origin, player.origin];
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  team.portfolio(site, 'deploy blog', 1);
  const settings = `CONNECT_ORIGINS=${service.origin} ${player.origin}\n`;
  await writeFile(path.join(team.folder, '.env'), settings);
  team.portfolio(site, 'deploy blog');

  await page.goto(`${site.url}/home`);
  await link.click();
  await expect(heading).toHaveText('Blog');
  await expect(words).toHaveText('Words of the service');
  const frame = page.frameLocator('iframe[title="Player"]');
  await expect(frame.getByRole('button', { name: 'Play' })).toBeVisible();

  // All sections share one origin, so the setting applies to all of them.
  await header.link('contact').click();
  await expect(page).toHaveURL(/\/contact$/);
  expect(await reaches(page, service.origin)).toBe(true);
  expect(await reaches(page, unnamed.origin)).toBe(false);

  await page.close();
  await site.stop();
  for (const each of [service, player, unnamed]) await each.stop();
});
