import { text } from '../fixtures/text.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const message = text('contact.message.message');

/** Header and page are there. */
async function hasPage(visitor: Visitor, title: string): Promise<void> {
  await visitor.waitForWords(title);
  expect(await visitor.evaluate('return document.querySelectorAll("header nav a").length')).toBe(3);
  expect(await visitor.evaluate('return document.querySelector("[data-failed]") === null')).toBe(
    true,
  );
}

/** Runs in the page: the plan of the site is open, and another script moves a part of it. */
function moveNode(): void {
  const plan = document.querySelector('footer details ul');
  const elsewhere = document.createElement('div');
  plan?.replaceWith(elsewhere);
  if (plan) elsewhere.append(plan);
}

async function opensPlan(visitor: Visitor): Promise<void> {
  const summary = `document.querySelector('footer summary')`;
  await visitor.evaluate(`${summary}.click()`);
  await expect
    .poll(() => visitor.evaluate(`return !!document.querySelector('footer ul')`))
    .toBe(true);
}

test('where another script has moved a part of the page, it is made anew with what was typed', async ({
  visitor,
}) => {
  await visitor.goto('/contact');
  await visitor.getByRole('textbox', message).fill('Half a sentence');
  await opensPlan(visitor);
  await visitor.evaluate(`(${moveNode})()`);
  await visitor.getByRole('textbox', message).click();
  await visitor.press('Home');
  await visitor.evaluate(`document.querySelector('footer details').open = false`);
  await expect
    .poll(() => visitor.evaluate(`return !!document.querySelector('footer ul')`))
    .toBe(false);
  await hasPage(visitor, text('contact.title'));
  await visitor.getByRole('textbox', message).hasValue('Half a sentence');
  await visitor.getByRole('textbox', message).hasFocus();
  await visitor.type('Not only ');
  await visitor.getByRole('textbox', message).hasValue('Not only Half a sentence');
});

test.describe('an app that React gives up', () => {
  test.use({ expectedComplaints: [/./] });

  test('leaves the page and what was typed', async ({ visitor }) => {
    await visitor.goto('/contact');
    await visitor.getByRole('textbox', message).fill('Half a sentence');
    await opensPlan(visitor);
    await visitor.evaluate(`(${moveNode})()`);
    await visitor.evaluate(
      `// As without a connection: the shell before cannot be had.
       fetch = () => Promise.reject(new TypeError('offline'));
       const make = document.createElement.bind(document);
       document.createElement = (name, ...options) => {
         if (name === 'header') throw new Error('mud');
         return make(name, ...options);
       };`,
    );
    await visitor.evaluate(`document.querySelector('footer details').open = false`);
    await visitor.waitForWords(text('site.lost'));
    await hasPage(visitor, text('contact.title'));
    await visitor.getByRole('textbox', message).hasValue('Half a sentence');
    await visitor.getByRole('textbox', message).fill(', and more');
    await visitor.reload();
    await visitor.getByRole('textbox', message).hasValue('Half a sentence, and more');
  });
});
