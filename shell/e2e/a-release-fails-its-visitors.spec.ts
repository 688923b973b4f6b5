import type { Browser } from '@playwright/test';
import { expect, test } from './fixtures/fixtures.ts';
import { oldWords } from './fixtures/new-words.ts';
import { idOf, releaseAgain } from './fixtures/release-files.ts';
import { startSite } from './fixtures/running-site.ts';

// What the browser says of a section that throws.
test.use({ expectedErrors: [/mud/] });

const household = (number: number) => ({
  'X-Forwarded-For': `192.0.${number >> 8}.${number & 255}`,
});

test('a release that fails two visitors is gone for the third, and the owner is told with file and line; a thousand forged reports change nothing', async ({
  browser,
  inbox,
  team,
}) => {
  test.slow();
  const site = await startSite({ SMTP_URL: inbox.smtpUrl, TRUST_PROXY: '1' });
  try {
    const mailOf = async (subject: RegExp) => {
      const find = () => inbox.mails.find((mail) => subject.test(mail.subject ?? ''))?.text;
      await expect.poll(find, { timeout: 60_000 }).toBeDefined();
      return find() ?? '';
    };

    await test.step('a section that throws', async () => {
      const before = await idOf(site, 'home');
      const throws = 'throw new Error("mud of " + "ada@example.org");';
      const isShown = 'if (location.pathname.length > 1)';
      const page = 'remote-home/src/page.tsx';
      await team.change(page, '  return (\n', `  ${isShown} ${throws}\n  return (\n`);
      const deployed = team.deploy(site.dataDir, 'home', '--skip-browser');
      expect(deployed.status, deployed.said).toBe(0);
      const bad = await idOf(site, 'home');
      for (const number of [1, 2]) await visit(browser, `${site.url}/home`, number, bad);
      const text = await mailOf(new RegExp(`^home was rolled back to ${before}$`));
      expect(text).toContain(`home@${bad} failed 2 visitors and served 0 well`);
      expect(text).toMatch(/^ {2}- .*mud/m);
      const fault =
        /Error: mud of \.\.\.\n +at src\/page\.tsx:11 \(remoteEntry\.\w+\.mjs:\d+:\d+\)\n/;
      expect(text).toMatch(fault);
      const faults = site.command('releases', 'faults', 'home');
      expect(faults).toMatch(fault);
      expect(faults).toContain(`home@${bad}  2 visitors, the last `);

      await visit(browser, `${site.url}/home`, 3, before);
      expect(site.command('releases')).toMatch(new RegExp(`${bad} +rolled back .* 2$`, 'm'));
      const log = site.command('releases', 'log');
      expect(log).toMatch(
        new RegExp(
          `site +roll back home@${before} +done +${bad} +${before} +failed 2 visitors.*mud`,
        ),
      );
    });

    await test.step('one that is good, and is said to fail', async () => {
      const good = await releaseAgain(site, 'contact', (content, file, { entry }) =>
        file === entry ? `${content}\n// again` : content,
      );
      for (let number = 0; number < 1000; number += 1)
        await fetch(`${site.url}/api/locales/en?failed=contact@${good}`, {
          headers: household(number),
        });
      const text = await mailOf(new RegExp(`^Visitors say that contact@${good} fails$`));
      expect(text).toContain('its files are whole, and in a browser it opens');
      expect(await idOf(site, 'contact')).toBe(good);
    });
  } finally {
    await site.stop();
  }
});

/** Somebody from a household of its own, who reads the page whatever it is made of. */
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
