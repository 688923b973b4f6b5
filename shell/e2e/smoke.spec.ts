import { existsSync } from 'node:fs';
import { startFaultProxy } from './engines/fault-proxy.ts';
import { lost } from './engines/matrix/conditions.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { otherLanguage, text } from './fixtures/text.ts';

test.use({ expectedErrors: [lost] });
test.skip(
  ({ playwright, browserName }) => !existsSync(playwright[browserName].executablePath()),
  'Playwright’s own browser is not installed: npx playwright install firefox webkit',
);

test('a visit works, and keeps its page offline', async ({ page, site, header, heading }) => {
  const network = await startFaultProxy(site.url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${network.url}/home`);
  await header.menu.click();
  await header.link('contact').click();
  await expect(heading).toHaveText(text('contact.title'));
  await header.language.selectOption(otherLanguage);
  await expect(heading).toHaveText(text('contact.title', otherLanguage));
  network.setFault(/./, 'is cut off');
  await header.menu.click();
  await header.link('portfolio').click();
  const title = text('notices.sectionFailed.title', otherLanguage);
  await expect(page.getByRole('alert')).toContainText(title);
  await expect(header.menu).toBeVisible();
  await network.close();
});
