import { messageLimits } from '@portfolio/contract/message.ts';
import { text } from '../fixtures/text.ts';
import { test } from './fixtures.ts';

const message = text('contact.message.message');

/**
 * Runs in the page: writes until the note about the remaining room comes, moves it as another script might,
 * and lets React remove it. The caret is at the beginning then.
 */
async function removeMovedNodes(times: number, limit: number): Promise<void> {
  const note = () => document.getElementById('message-room');
  const area = () => document.querySelector<HTMLTextAreaElement>('[name=message]');
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  const write = (words: string, hasNote: boolean) => {
    const box = area();
    // React ignores an input event after its own setter, which it puts on each element.
    set?.call(box, words);
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    box?.setSelectionRange(0, 0);
    return new Promise<void>((resolve) => {
      const isSo = () => area() && Boolean(note()) === hasNote;
      const look = () => (isSo() ? resolve() : requestAnimationFrame(look));
      look();
    });
  };
  for (let time = 0; time < times; time += 1) {
    await write('.'.repeat(limit), true);
    const [moved, elsewhere] = [note(), document.createElement('div')];
    moved?.replaceWith(elsewhere);
    if (moved) elsewhere.append(moved);
    await write('Half a sentence', false);
  }
  document.body.dataset.removed = `${times}`;
}

test('a page of which another script has moved a part is mounted again with the typed text', async ({
  visitor,
}) => {
  await visitor.goto('/contact');
  await visitor.getByRole('textbox', message).click();
  // Twice, as a browser goes on to translate the page that is mounted again.
  await visitor.evaluate(`(${removeMovedNodes})(2, ${messageLimits.message})`);
  await visitor.answers('return document.body.dataset.removed', '2');
  await visitor.waitForWords(text('contact.title'));
  await visitor.getByRole('textbox', message).has({ value: 'Half a sentence' });
  await visitor.getByRole('textbox', message).has({ hasFocus: true });
  await visitor.type('Not only ');
  await visitor.getByRole('textbox', message).has({ value: 'Not only Half a sentence' });
});
