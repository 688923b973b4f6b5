import { sections } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { expectNoShift, watchShifts } from './fixtures/shifts.ts';
import { otherLanguage } from './fixtures/text.ts';
import { computer, phone, smallPhone } from './fixtures/windows.ts';

test.use({ expectedErrors: [/outfit\.woff2/] });

for (const [number, viewport] of [computer, phone, smallPhone].entries())
  test(`at ${viewport.width} px no load, change or visit shifts`, async ({ page, header }) => {
    await page.setViewportSize(viewport);
    // A font that comes 50 to 100 ms after the first layout moves words: a machine's speed, so it never comes.
    await page.route('**/outfit.woff2', (route) => route.abort());
    await page.addInitScript(watchShifts);
    for (const [index, { path }] of sections.entries()) {
      // The next page is loaded with the choices of this one, which are others in the next window.
      const isOther = (index + number) % 2 === 0;
      await page.goto(path);
      await expectNoShift(page);
      // By script: browsers exempt shifts within half a second after a click.
      await header.language.selectOption(isOther ? otherLanguage : 'en');
      await expectNoShift(page);
      await header.theme.selectOption(isOther ? 'light' : 'dark');
      await expectNoShift(page);
    }
    for (const { name, path } of sections) {
      if (await header.menu.isVisible()) await header.menu.click();
      await header.link(name).click();
      await expect(page).toHaveURL(path);
      await expectNoShift(page);
    }
  });
