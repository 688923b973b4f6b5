import { messageLimits } from '@portfolio/contract/message.ts';
import { test } from './fixtures.ts';

/** Runs in the page; the caret is at the beginning then. */
function write(words: string): void {
  const area = document.querySelector<HTMLTextAreaElement>('[name=message]');
  // React ignores an input event after its own setter, which it puts on each element.
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  set?.call(area, words);
  area?.dispatchEvent(new Event('input', { bubbles: true }));
  area?.setSelectionRange(0, 0);
}

/** Runs in the page: moves the note about the remaining room, as another script might. */
function moveNote(): void {
  const [note, elsewhere] = [
    document.getElementById('message-room'),
    document.createElement('div'),
  ];
  note?.replaceWith(elsewhere);
  if (note) elsewhere.append(note);
}

test('a page of which another script has moved a part is mounted again with the typed text', async ({
  visitor,
}) => {
  await visitor.goto('/contact');
  await visitor.click('[name=message]');
  // Twice, as a browser goes on to translate the page that is mounted again.
  for (let time = 0; time < 2; time += 1) {
    await visitor.evaluate(write, '.'.repeat(messageLimits.message));
    await visitor.sees('#message-room');
    await visitor.evaluate(moveNote);
    await visitor.evaluate(write, 'Half a sentence');
    await visitor.seesNo('#message-room');
    await visitor.sees('[name=message]');
  }
  await visitor.hasFocus('[name=message]');
  await visitor.type('Not only ');
  await visitor.answers(
    "return document.querySelector('[name=message]').value",
    'Not only Half a sentence',
  );
});
