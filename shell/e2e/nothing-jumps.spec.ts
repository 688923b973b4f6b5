import { sections } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { expectNoShift, watchShifts } from './fixtures/shifts.ts';
import { otherLanguage } from './fixtures/text.ts';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 412, height: 823 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('every page loads, changes language and theme, and is visited without a layout shift', async ({
      page,
      header,
    }) => {
      // A font that arrives 50 to 100 ms after the first layout moves words: whether it does is a machine's
      // speed, so the browser has it already.
      await page.goto('/contact');
      await page.evaluate(async () => void (await document.fonts.ready));
      await page.addInitScript(watchShifts);
      for (const [index, { path }] of sections.entries()) {
        // The next page is loaded with the choices of this one.
        const [language, theme] = index % 2 === 0 ? [otherLanguage, 'light'] : ['en', 'dark'];
        await page.goto(path);
        await expectNoShift(page);
        // By script: browsers exempt shifts within half a second after a click.
        await header.language.selectOption(language);
        await expectNoShift(page);
        await header.theme.selectOption(theme);
        await expectNoShift(page);
      }
      for (const { name, path } of sections) {
        if (await header.menu.isVisible()) await header.menu.click();
        await header.link(name).click();
        await expect(page).toHaveURL(path);
        await expectNoShift(page);
      }
    });
  });
