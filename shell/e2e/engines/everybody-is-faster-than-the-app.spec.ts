import { text } from '../fixtures/text.ts';
import { expect, test } from './fixtures.ts';
import { holdTurns } from './turns.ts';

const isReady = `return 'ready' in document.documentElement.dataset`;

test('whatever the app is at while it takes the page over: what is typed and sent is one whole mail', async ({
  visitor,
  door,
  inbox,
}) => {
  test.slow();
  door.injects(holdTurns);
  for (let turns = 0, isOver = false; !isOver; turns += 1)
    await test.step(`after ${turns} turns`, async () => {
      const known = inbox.mails.length;
      await visitor.arrivesAt('/contact');
      for (let taken = 0; taken < turns; taken += 1)
        await expect.poll(() => visitor.runs('return takeTurn()')).toBe(true);
      isOver = await visitor.runs<boolean>(isReady);
      await visitor.runs(`document.querySelector('[name=firstName]').focus()`);
      await visitor.types('Ida');
      await visitor.presses('Tab');
      await visitor.types('Sow');
      await visitor.presses('Tab');
      await visitor.types('ida@example.org');
      await visitor.presses('Tab');
      await visitor.types(`Written after ${turns} turns`);
      await visitor.the('button', text('contact.message.send')).click();
      await visitor.runs('letGo()');
      await visitor.reads(text('hints.mailSuccess'));
      await expect.poll(() => inbox.mails.length).toBe(known + 1);
      const mail = inbox.mails.at(-1);
      expect(mail?.subject).toBe('Message from Ida Sow');
      expect(mail?.text).toContain(`Written after ${turns} turns`);
    });
});
