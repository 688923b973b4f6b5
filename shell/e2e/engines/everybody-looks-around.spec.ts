import { expect, sizes, test } from './fixtures.ts';

const headings = {
  Home: /cut by hand/,
  Portfolio: 'Portfolio',
  Contact: /Mail for the pig/,
};

for (const size of sizes)
  test.describe(`in a window of ${size.width} px`, () => {
    test.use({ size });

    test('every address leads where it says, none leads home', async ({ visitor }) => {
      await visitor.opens('/');
      await visitor.isAt('/home');
      for (const [name, text] of Object.entries(headings)) {
        await visitor.opens(`/${name.toLowerCase()}`);
        await visitor.the('main').the('heading', text).isThere();
      }
    });

    test('from section to section, back and forward, no reload', async ({ visitor }) => {
      await visitor.opens('/home');
      await visitor.the('heading', headings.Home).isThere();
      await visitor.runs('window.isSamePage = true');
      await visitor.goesTo('Portfolio');
      await visitor.the('heading', headings.Portfolio).isThere();
      await visitor.goesTo('Contact');
      await visitor.the('heading', headings.Contact).isThere();
      await visitor.goesBack();
      await visitor.the('heading', headings.Portfolio).isThere();
      await visitor.goesBack();
      await visitor.the('heading', headings.Home).isThere();
      await visitor.goesForward();
      await visitor.the('heading', headings.Portfolio).isThere();
      await visitor.isAt('/portfolio');
      expect(await visitor.runs('return window.isSamePage')).toBe(true);
    });

    test.describe('a path that is no page', () => {
      test.use({ expectedComplaints: [/404 \(Not Found\)/] });

      test('says so, and leads home', async ({ visitor }) => {
        await visitor.opens('/no-such-page');
        await visitor.the('heading', '404: Womp Womp').isThere();
        await visitor.reads('The page under this link doesnt exist');
        await visitor.the('main').the('img').isThere();
        await visitor.the('link', 'Back to Home').click();
        await visitor.isAt('/home');
        await visitor.the('heading', headings.Home).isThere();
      });
    });

    test('nothing jumps while the pages load, where the engine tells', async ({ visitor }) => {
      for (const path of ['/home', '/portfolio', '/contact']) {
        await visitor.opens(path);
        await visitor.the('main').the('heading').isThere();
        expect(await visitor.runs('return window.seenShifts ?? []')).toEqual([]);
      }
    });

    test('nothing stands out at the side', async ({ visitor }) => {
      for (const path of ['/home', '/portfolio', '/contact', '/portfolio?language=de']) {
        await visitor.opens(path);
        await visitor.the('main').the('heading').isThere();
        const [page, window] = await visitor.runs<[number, number]>(
          'return [document.documentElement.scrollWidth, innerWidth]',
        );
        expect(page, path).toBeLessThanOrEqual(window);
      }
    });
  });

for (const size of sizes.slice(1))
  test.describe(`on a phone or tablet of ${size.width} px`, () => {
    test.use({ size });

    test('a menu lists the entries, and Escape closes it', async ({ visitor }) => {
      await visitor.opens('/home');
      const menu = visitor.the('button', 'Menu');
      const contact = visitor.the('banner').the('link', 'Contact');
      await menu.isThere();
      await contact.isGone();
      await menu.click();
      await contact.isThere();
      await visitor.presses('Escape');
      await contact.isGone();
      await menu.hasFocus();
    });
  });
