import { expect, inEveryWindow, test } from './fixtures.ts';

test('a message arrives as a mail that can be answered', async ({ visitor, inbox }) => {
  await inEveryWindow(visitor, async ({ width }) => {
    const known = inbox.mails.length;
    // The same words again would be taken for a second click, and be one mail.
    const words = `Seen from ${width} px your snout is crooked. Please keep it.`;
    await visitor.opens('/contact');
    await visitor.the('textbox', 'First name').fill('Ida');
    await visitor.the('textbox', 'Last name').fill('Sow');
    await visitor.the('textbox', /^E-mail address/).fill('ida@example');
    await visitor.the('button', 'Send').click();
    await visitor.reads('Nothing was sent');
    await visitor.the('textbox', /^E-mail address/).hasFocus();
    await visitor.presses('End');
    await visitor.types('.org');
    await visitor.the('textbox', 'Message').fill(words);
    await visitor.the('button', 'Send').click();
    await visitor.reads('Your message has been sent');
    for (const name of ['First name', 'Last name', /^E-mail address/, 'Message'])
      await visitor.the('textbox', name).holds('');

    await expect.poll(() => inbox.mails.length).toBe(known + 1);
    const mail = inbox.mails.at(-1);
    expect(mail?.subject).toBe('Message from Ida Sow');
    expect(mail?.replyTo?.value).toEqual([{ name: 'Ida Sow', address: 'ida@example.org' }]);
    expect(mail?.text).toContain(words);
  });
});

test('the message box grows with its lines, from 9 to 18', async ({ visitor }) => {
  await inEveryWindow(visitor, async () => {
    await visitor.opens('/contact');
    const box = visitor.the('textbox', 'Message');
    await box.isThere();
    const height = async () => (await box.see())[0]?.box.height ?? 0;
    const empty = await height();
    await box.click();
    await visitor.presses(...Array<'Enter'>(12).fill('Enter'));
    await expect.poll(height).toBeGreaterThan(empty * 1.2);
    await visitor.presses(...Array<'Enter'>(12).fill('Enter'));
    await expect.poll(height).toBeGreaterThan(empty * 1.8);
    expect(await height()).toBeLessThan(empty * 2.1);
  });
});
