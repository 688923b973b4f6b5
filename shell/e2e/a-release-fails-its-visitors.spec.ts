import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf, oldWords } from './fixtures/releases.ts';

// What the browser says of a section that throws.
test.use({ expectedErrors: [/mud/] });

const household = (number: number) => ({
  'X-Forwarded-For': `192.0.${number >> 8}.${number & 255}`,
});

test('a release that fails two visitors is gone for the third, and the owner is told with file and line', async ({
  browser,
  inbox,
  ownSite,
  team,
}) => {
  const before = await idOf(ownSite, 'home');
  const page = 'remote-home/src/page.tsx';
  const throws = `if (location.pathname.length > 1) throw new Error("mud of " + "ada@example.org");`;
  await team.change(page, '  return (\n', `  ${throws}\n  return (\n`);
  const [above = ''] = (await readFile(path.join(team.folder, page), 'utf8')).split(throws);
  const deployed = team.deploy(ownSite.dataDir, 'home', '--skip-browser');
  expect(deployed.status, deployed.said).toBe(0);
  const bad = await idOf(ownSite, 'home');
  for (const number of [1, 2]) await visit(browser, `${ownSite.url}/home`, number, bad);

  const mail = () =>
    inbox.mails.find(({ subject }) => subject === `home was rolled back to ${before}`)?.text ?? '';
  await expect
    .poll(mail, { timeout: 60_000 })
    .toContain(`home@${bad} failed 2 visitors and served 0`);
  expect(mail()).toMatch(/^ {2}- .*mud/m);
  const place = `src/page\\.tsx:${above.split('\n').length} \\(remoteEntry\\.\\w+\\.mjs:\\d+:\\d+\\)`;
  const fault = new RegExp(`Error: mud of \\.\\.\\.\\n +at ${place}\\n`);
  expect(mail()).toMatch(fault);
  const faults = ownSite.command('releases', 'faults', 'home');
  expect(faults).toMatch(fault);
  expect(faults).toContain(`home@${bad}  2 visitors, the last `);

  await visit(browser, `${ownSite.url}/home`, 3, before);
  expect(ownSite.command('releases')).toMatch(new RegExp(`${bad} +rolled back .* 2$`, 'm'));
  expect(ownSite.command('releases', 'log')).toMatch(
    new RegExp(`site +roll back home@${before} +done +${bad} +${before} +failed 2 visitors.*mud`),
  );
});

/** A visitor from a household of its own, who reads the page whatever it is made of. */
async function visit(browser: Browser, address: string, number: number, live: string) {
  const context = await browser.newContext({ extraHTTPHeaders: household(number) });
  const page = await context.newPage();
  const told = page.waitForResponse((response) => response.url().includes('/api/locales/en'));
  await page.goto(address);
  await told;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(oldWords);
  const { key } = JSON.parse((await page.locator('#live-releases').textContent()) ?? '{}');
  expect(key).toContain(`home@${live}`);
  await context.close();
}
