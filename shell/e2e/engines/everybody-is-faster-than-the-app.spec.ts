import { text } from '../fixtures/text.ts';
import { expect, test } from './fixtures.ts';

const isReady = `return 'ready' in document.documentElement.dataset`;

test('a message arrives whole at any step of hydration', async ({ visitor, faultProxy, inbox }) => {
  test.slow();
  faultProxy.addInitScript(holdTurns);
  for (let turns = 0, isOver = false; !isOver; turns += 1)
    await test.step(`after ${turns} turns`, async () => {
      const known = inbox.mails.length;
      await visitor.gotoBeforeApp('/contact');
      for (let taken = 0; taken < turns; taken += 1)
        await expect.poll(() => visitor.evaluate('return takeTurn()')).toBe(true);
      isOver = await visitor.evaluate<boolean>(isReady);
      await visitor.typeInto('firstName', 'Zoë');
      for (const words of ['Müller', 'ida@example.org', `It is schön after ${turns} turns`]) {
        await visitor.press('Tab');
        await visitor.type(words);
      }
      await visitor.click('form button', text('contact.message.send'));
      // Before the app, the browser posts the form, and the document is another.
      await visitor.evaluate('letGo()').catch(() => {});
      await visitor.sees('[data-kind]', text('hints.mailSuccess'));
      await expect.poll(() => inbox.mails.length).toBe(known + 1);
      const mail = inbox.mails.at(-1);
      expect(mail?.subject).toContain('Zoë Müller');
      expect(mail?.replyTo?.value).toEqual([{ name: 'Zoë Müller', address: 'ida@example.org' }]);
      expect(mail?.text).toContain(`It is schön after ${turns} turns`);
    });
});

declare global {
  interface Window {
    /** Lets the app run one turn. @returns whether it waited for one */
    takeTurn?: () => boolean;
    letGo?: () => void;
  }
}

/**
 * Runs in the page before its scripts, and holds the app. React's scheduler prefers `setImmediate`, and ends a turn
 * when its time is up: here time passes with each call, so that turns are equally long on every machine.
 */
function holdTurns(): void {
  const waiting: (() => void)[] = [];
  const { performance } = window;
  const realNow = performance.now.bind(performance);
  let asked = 0;
  let isHeld = true;
  performance.now = () => {
    asked += 1;
    return isHeld ? asked / 24 : realNow();
  };
  Object.assign(window, {
    setImmediate: (turn: () => void) => void (isHeld ? waiting.push(turn) : setTimeout(turn)),
    takeTurn() {
      const turn = waiting.shift();
      turn?.();
      return turn !== undefined;
    },
    letGo() {
      isHeld = false;
      for (const turn of waiting.splice(0)) turn();
    },
  });
}
