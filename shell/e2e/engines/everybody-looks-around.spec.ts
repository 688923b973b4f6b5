import { saying, text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

const headings = {
  Home: saying(text('home.header.accent')),
  Portfolio: text('portfolio.title'),
  Contact: text('contact.title'),
};

test('every address opens its page, and / opens home; nothing overflows sideways', async ({
  visitor,
}) => {
  await visitor.goto('/');
  await visitor.waitForUrl('/home');
  const pages = {
    '/home': headings.Home,
    '/portfolio': headings.Portfolio,
    '/contact': headings.Contact,
    '/portfolio?language=de': headings.Portfolio,
  };
  await inEveryWindow(visitor, async () => {
    for (const [path, heading] of Object.entries(pages)) {
      await visitor.goto(path);
      await visitor.getByRole('main').getByRole('heading', heading).isPresent();
      const [page, window] = await visitor.evaluate<[number, number]>(
        'return [document.documentElement.scrollWidth, innerWidth]',
      );
      expect(page, path).toBeLessThanOrEqual(window);
    }
  });
});

test('visitors move between sections, back and forward, without a reload; by a menu in small windows', async ({
  visitor,
}) => {
  await visitor.goto('/home');
  await visitor.evaluate('window.isSamePage = true');
  await inEveryWindow(visitor, async ({ width }) => {
    await visitor.getByRole('heading', headings.Home).isPresent();
    if (width < 1000) {
      const menu = visitor.getByRole('button', text('header.menu'));
      const contact = visitor.getByRole('banner').getByRole('link', 'Contact');
      await contact.isAbsent();
      await menu.click();
      await contact.isPresent();
      await visitor.press('Escape');
      await contact.isAbsent();
      await menu.hasFocus();
    }
    await visitor.followLink('Portfolio');
    await visitor.getByRole('heading', headings.Portfolio).isPresent();
    await visitor.followLink('Contact');
    await visitor.getByRole('heading', headings.Contact).isPresent();
    await visitor.goBack();
    await visitor.getByRole('heading', headings.Portfolio).isPresent();
    await visitor.goBack();
    await visitor.getByRole('heading', headings.Home).isPresent();
    await visitor.goForward();
    await visitor.getByRole('heading', headings.Portfolio).isPresent();
    await visitor.waitForUrl('/portfolio');
    await visitor.followLink('Home');
  });
  expect(await visitor.evaluate('return window.isSamePage')).toBe(true);
});

test('back and forward restore the scroll position', async ({ visitor }) => {
  const place = () => visitor.evaluate<number>('return Math.round(scrollY)');
  const goesToContact = `document.querySelector('header a[href="/contact"]').click();`;
  const reads = async () => {
    await visitor.getByRole('heading', headings.Portfolio).isPresent();
    await visitor.evaluate("scrollTo({ top: 2500, behavior: 'instant' })");
    await expect.poll(place).toBe(2500);
  };
  await visitor.goto('/portfolio');
  await reads();
  for (const when of ['at once', 'during the transition', 'after it']) {
    await visitor.evaluate(
      `window.isBack = false;
       addEventListener('popstate', () => { window.isBack = true; }, { once: true });
       ${goesToContact}
       const isChanging = () => 'change' in document.documentElement.dataset;
       let hasBegun = '${when}' === 'at once';
       const look = () => {
         const isNow = hasBegun && ('${when}' !== 'after it' || !isChanging());
         hasBegun ||= isChanging();
         if (isNow) history.back();
         else setTimeout(look);
       };
       look();`,
    );
    const isOver = `return window.isBack && !('change' in document.documentElement.dataset)`;
    await expect.poll(() => visitor.evaluate(isOver)).toBe(true);
    await visitor.waitForUrl('/portfolio');
    await visitor.getByRole('heading', headings.Portfolio).isPresent();
    await expect.poll(place, `back ${when}`).toBe(2500);
  }
  await inEveryWindow(visitor, async () => {
    await reads();
    await visitor.evaluate(goesToContact);
    await visitor.getByRole('heading', headings.Contact).isPresent();
    expect(await place()).toBe(0);
    await visitor.goBack();
    await visitor.getByRole('heading', headings.Portfolio).isPresent();
    await expect.poll(place).toBe(2500);
    await visitor.goForward();
    await visitor.getByRole('heading', headings.Contact).isPresent();
    await expect.poll(place).toBe(0);
    await visitor.goBack();
    await visitor.getByRole('heading', headings.Portfolio).isPresent();
    await expect.poll(place).toBe(2500);
  });
});

test.describe('a path that is no page', () => {
  test.use({ expectedComplaints: [/404 \(Not Found\)/] });

  test('says so, and leads home', async ({ visitor }) => {
    await inEveryWindow(visitor, async () => {
      await visitor.goto('/no-such-page');
      await visitor.getByRole('heading', '404: Womp Womp').isPresent();
      await visitor.waitForWords('The page under this link doesnt exist');
      await visitor.getByRole('main').getByRole('img').isPresent();
      await visitor.getByRole('link', 'Back to Home').click();
      await visitor.waitForUrl('/home');
      await visitor.getByRole('heading', headings.Home).isPresent();
    });
  });
});
