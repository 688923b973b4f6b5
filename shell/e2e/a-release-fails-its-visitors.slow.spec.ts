import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf, oldWords, releasesOf } from './fixtures/releases.ts';

// The browser logs the error of a section that throws.
test.use({ expectedErrors: [/mud/] });

test('the owner gets a mail about a release that fails three visitors, with the line of the error and the roll-back', async ({
  browser,
  inbox,
  ownSite,
  team,
}) => {
  const before = await idOf(ownSite, 'home');
  const page = 'remote-home/src/page.tsx';
  // Neither Node nor what a deploy tries the page in.
  const throws = `if (navigator.userAgent.includes("Chrome")) throw new Error("mud of " + "ada@example.org");`;
  await team.change(page, '  return (\n', `  ${throws}\n  return (\n`);
  const [above = ''] = (await readFile(path.join(team.folder, page), 'utf8')).split(throws);
  await team.portfolio(ownSite, 'deploy home');
  const bad = await idOf(ownSite, 'home');
  for (const number of [1, 2, 3])
    await visit(browser, `${ownSite.url}/home`, number, bad, '/api/faults');

  const mail = () =>
    inbox.mails.find(({ subject }) => subject?.endsWith(`home@${bad} fails visitors`))?.text ?? '';
  await expect.poll(mail, { timeout: 60_000 }).toContain(`home@${bad} failed 3 visitors`);
  const script = 'remoteEntry\\.\\w+\\.mjs:\\d+:\\d+';
  const place = `src/page\\.tsx:${above.split('\n').length} \\(${script}\\)`;
  expect(mail()).toMatch(new RegExp(` {2}- Error\\n +at ${place}\\n`));
  expect(mail()).not.toContain('mud');
  expect(mail()).toContain('npx portfolio releases faults home');
  expect(mail()).toContain(`To go back to home@${before}: npx portfolio rollback home`);
  const faults = await ownSite.command('releases faults home');
  expect(faults).toMatch(new RegExp(`Error\\n +at ${place}\\n`));
  expect(faults).toContain(`home@${bad}  3 visitors, the last `);

  await ownSite.command('rollback home');
  await visit(browser, `${ownSite.url}/home`, 4, before, '/api/locales/en');
  expect(await ownSite.command('releases')).toMatch(new RegExp(`${bad} +rolled back .* 3$`, 'm'));
});

/**
 * A visitor of a group of its own, who reads the page of any release.
 * @param last the request that ends the visit
 */
async function visit(
  browser: Browser,
  address: string,
  number: number,
  live: string,
  last: string,
) {
  const extraHTTPHeaders = { 'X-Forwarded-For': `192.0.2.${number}` };
  const context = await browser.newContext({ extraHTTPHeaders });
  const page = await context.newPage();
  const ended = page.waitForResponse((response) => response.url().includes(last));
  await page.goto(address);
  await ended;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(oldWords);
  expect(await releasesOf(page)).toContain(`home@${live}`);
  await context.close();
}
