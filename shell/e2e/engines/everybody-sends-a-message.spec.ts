import { text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

const email = text('contact.message.email');
const [firstName, lastName] = ['firstName', 'lastName'].map(
  (name) => `${text(`contact.message.${name}`)} ${text('contact.message.optional')}`,
) as [string, string];

test('a message arrives as a mail that can be answered', async ({ visitor, inbox }) => {
  await inEveryWindow(visitor, async ({ width }) => {
    const known = inbox.mails.length;
    // The site would treat the same text as a second click, and send one mail.
    const words = `Seen from ${width} px your snout is schön. Please keep it.`;
    await visitor.goto('/contact');
    await visitor.getByRole('textbox', firstName).fill('Zoë');
    await visitor.getByRole('textbox', lastName).fill('Müller');
    await visitor.getByRole('textbox', email).fill('ida@example');
    await visitor.getByRole('button', text('contact.message.send')).click();
    await visitor.waitForWords(text('hints.faultyMail'));
    await visitor.getByRole('textbox', email).hasFocus();
    await visitor.press('End');
    await visitor.type('.org');
    await visitor.getByRole('textbox', text('contact.message.message')).fill(words);
    await visitor.getByRole('button', text('contact.message.send')).click();
    await visitor.waitForWords(text('hints.mailSuccess'));
    for (const name of [firstName, lastName, email, text('contact.message.message')])
      await visitor.getByRole('textbox', name).hasValue('');

    await expect.poll(() => inbox.mails.length).toBe(known + 1);
    const mail = inbox.mails.at(-1);
    expect(mail?.subject).toContain('Zoë Müller');
    expect(mail?.replyTo?.value).toEqual([{ name: 'Zoë Müller', address: 'ida@example.org' }]);
    expect(mail?.text).toContain(words);
  });
});

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
