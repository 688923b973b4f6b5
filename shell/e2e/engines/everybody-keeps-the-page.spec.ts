import { messageLimits } from '@portfolio/contract/message.ts';
import { text } from '../fixtures/text.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const message = text('contact.message.message');

async function hasPage(visitor: Visitor, title: string): Promise<void> {
  await visitor.waitForWords(title);
  expect(await visitor.evaluate('return document.querySelectorAll("header nav a").length')).toBe(3);
  expect(await visitor.evaluate('return document.querySelector("[data-failed]") === null')).toBe(
    true,
  );
}

/**
 * Runs in the page: writes until the note about the remaining room comes, moves it as another script might,
 * and lets React remove it. The caret is at the beginning then.
 */
async function removeMovedNodes(times: number, limit: number): Promise<void> {
  const note = () => document.getElementById('message-room');
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  const write = (words: string, hasNote: boolean) => {
    const box = document.querySelector('textarea');
    // React ignores an input event after its own setter, which it puts on each element.
    set?.call(box, words);
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    box?.setSelectionRange(0, 0);
    return new Promise<void>((resolve) => {
      const look = () => (Boolean(note()) === hasNote ? resolve() : requestAnimationFrame(look));
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
  await expect.poll(() => visitor.evaluate(`return document.body.dataset.removed`)).toBe('2');
  await hasPage(visitor, text('contact.title'));
  await visitor.getByRole('textbox', message).hasValue('Half a sentence');
  await visitor.getByRole('textbox', message).hasFocus();
  await visitor.type('Not only ');
  await visitor.getByRole('textbox', message).hasValue('Not only Half a sentence');
});

test.describe('an app that fails to render', () => {
  test.use({ expectedComplaints: [/Error: (mud|offline)/] });

  test('leaves the page and the typed text', async ({ visitor }) => {
    await visitor.goto('/contact');
    await visitor.getByRole('textbox', message).click();
    await visitor.evaluate(
      `// Without a connection the shell before cannot be fetched.
       fetch = () => Promise.reject(new TypeError('offline'));
       const make = document.createElement.bind(document);
       document.createElement = (name, ...options) => {
         if (name === 'header') throw new Error('mud');
         return make(name, ...options);
       };`,
    );
    await visitor.evaluate(`(${removeMovedNodes})(1, ${messageLimits.message})`);
    await visitor.waitForWords(text('site.lost'));
    await hasPage(visitor, text('contact.title'));
    await visitor.getByRole('textbox', message).hasValue('Half a sentence');
    await visitor.getByRole('textbox', message).fill(', and more');
    await visitor.reload();
    await visitor.getByRole('textbox', message).hasValue('Half a sentence, and more');
  });
});
