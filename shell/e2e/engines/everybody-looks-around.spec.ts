import { text } from '../fixtures/text.ts';
import { expect, test } from './fixtures.ts';

test('back and forward open the page before at its place', async ({ visitor }) => {
  const goesToContact = `document.querySelector('header a[href="/contact"]').click();`;
  const isAt = (title: string, place: number) =>
    visitor.answers(
      `const isChanging = 'change' in document.documentElement.dataset;
       return [document.querySelector('h1').textContent, isChanging, Math.round(scrollY)]`,
      [text(title), false, place],
    );
  await visitor.goto('/portfolio');
  await visitor.evaluate("scrollTo({ top: 2500, behavior: 'instant' }); window.isSamePage = true");
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
    await visitor.answers('return window.isBack', true);
    await isAt('portfolio.title', 2500);
    await visitor.waitForUrl('/portfolio');
  }
  await visitor.evaluate(goesToContact);
  await isAt('contact.title', 0);
  await visitor.evaluate('history.back()');
  await isAt('portfolio.title', 2500);
  await visitor.evaluate('history.forward()');
  await isAt('contact.title', 0);
  expect(await visitor.evaluate('return window.isSamePage')).toBe(true);
});

test('the message box grows from 9 lines to 18, then scrolls', async ({ visitor }) => {
  await visitor.goto('/contact');
  await visitor.click('textarea');
  let lines = 1;
  for (const [wanted, rows] of Object.entries({ 1: 9, 14: 14, 26: 18 })) {
    for (; lines < Number(wanted); lines += 1) await visitor.press('Enter');
    await visitor.answers(
      `const area = document.querySelector('textarea');
       const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
       const inner = area.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
       return Math.round((100 * inner) / parseFloat(lineHeight)) / 100`,
      rows,
    );
  }
});
