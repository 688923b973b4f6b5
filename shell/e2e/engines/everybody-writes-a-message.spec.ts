import { text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

test('the message box grows with its lines, from 9 to 18, and scrolls from there', async ({
  visitor,
}) => {
  await inEveryWindow(visitor, async () => {
    await visitor.goto('/contact');
    const box = visitor.getByRole('textbox', text('contact.message.message'));
    await box.isPresent();
    const rows = () =>
      visitor.evaluate<number>(
        `const area = document.querySelector('textarea');
         const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
         const inner = area.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
         return Math.round((100 * inner) / parseFloat(lineHeight)) / 100`,
      );
    await expect.poll(rows).toBe(9);
    await box.click();
    await visitor.press(...Array<'Enter'>(13).fill('Enter'));
    await expect.poll(rows).toBe(14);
    await visitor.press(...Array<'Enter'>(12).fill('Enter'));
    await expect.poll(rows).toBe(18);
  });
});
