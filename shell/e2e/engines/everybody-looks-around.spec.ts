import { saying, text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

const headings = {
  Home: saying(text('home.header.accent')),
  Portfolio: text('portfolio.title'),
  Contact: text('contact.title'),
};

test('every address leads where it says, none leads home; nothing jumps, nothing stands out at the side', async ({
  visitor,
}) => {
  await visitor.opens('/');
  await visitor.isAt('/home');
  const pages = {
    '/home': headings.Home,
    '/portfolio': headings.Portfolio,
    '/contact': headings.Contact,
    '/portfolio?language=de': headings.Portfolio,
  };
  await inEveryWindow(visitor, async () => {
    for (const [path, heading] of Object.entries(pages)) {
      await visitor.opens(path);
      await visitor.the('main').the('heading', heading).isThere();
      expect(await visitor.runs('return seenShifts'), path).toEqual([]);
      const [page, window] = await visitor.runs<[number, number]>(
        'return [document.documentElement.scrollWidth, innerWidth]',
      );
      expect(page, path).toBeLessThanOrEqual(window);
    }
  });
});

test('from section to section, back and forward, without a reload; by a menu where there is no room', async ({
  visitor,
}) => {
  await visitor.opens('/home');
  await visitor.runs('window.isSamePage = true');
  await inEveryWindow(visitor, async ({ width }) => {
    await visitor.the('heading', headings.Home).isThere();
    if (width < 1000) {
      const menu = visitor.the('button', 'Menu');
      const contact = visitor.the('banner').the('link', 'Contact');
      await contact.isGone();
      await menu.click();
      await contact.isThere();
      await visitor.presses('Escape');
      await contact.isGone();
      await menu.hasFocus();
    }
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
    await visitor.goesTo('Home');
  });
  expect(await visitor.runs('return window.isSamePage')).toBe(true);
});

test('back and forward lead to the place where the visitor was', async ({ visitor }) => {
  const place = () => visitor.runs<number>('return Math.round(scrollY)');
  const goesToContact = `document.querySelector('header a[href="/contact"]').click();`;
  const reads = async () => {
    await visitor.the('heading', headings.Portfolio).isThere();
    await visitor.runs("scrollTo({ top: 2500, behavior: 'instant' })");
    await expect.poll(place).toBe(2500);
  };
  await visitor.opens('/portfolio');
  await reads();
  // While the page before is captured, while it crosses, and when it has crossed.
  for (const ms of [0, 80, 400]) {
    await visitor.runs(
      `window.isBack = false;
       addEventListener('popstate', () => { window.isBack = true; }, { once: true });
       ${goesToContact} setTimeout(() => history.back(), ${ms})`,
    );
    const isOver = `return window.isBack && !('change' in document.documentElement.dataset)`;
    await expect.poll(() => visitor.runs(isOver)).toBe(true);
    await visitor.isAt('/portfolio');
    await visitor.the('heading', headings.Portfolio).isThere();
    await expect.poll(place, `back after ${ms} ms`).toBe(2500);
  }
  await inEveryWindow(visitor, async () => {
    await reads();
    await visitor.runs(goesToContact);
    await visitor.the('heading', headings.Contact).isThere();
    expect(await place()).toBe(0);
    await visitor.goesBack();
    await visitor.the('heading', headings.Portfolio).isThere();
    await expect.poll(place).toBe(2500);
    await visitor.goesForward();
    await visitor.the('heading', headings.Contact).isThere();
    await expect.poll(place).toBe(0);
    await visitor.goesBack();
    await visitor.the('heading', headings.Portfolio).isThere();
    await expect.poll(place).toBe(2500);
  });
});

test.describe('a path that is no page', () => {
  test.use({ expectedComplaints: [/404 \(Not Found\)/] });

  test('says so, and leads home', async ({ visitor }) => {
    await inEveryWindow(visitor, async () => {
      await visitor.opens('/no-such-page');
      await visitor.the('heading', '404: Womp Womp').isThere();
      await visitor.reads('The page under this link doesnt exist');
      await visitor.the('main').the('img').isThere();
      await visitor.the('link', 'Back to Home').click();
      await visitor.isAt('/home');
      await visitor.the('heading', headings.Home).isThere();
    });
  });
});
