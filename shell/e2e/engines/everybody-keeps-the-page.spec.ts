import { text } from '../fixtures/text.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const [email, message] = ['email', 'message'].map((name) => text(`contact.message.${name}`)) as [
  string,
  string,
];
const send = text('contact.message.send');

/** Whatever happened: the frame is there, and of the page at least this title. */
async function hasPage(visitor: Visitor, title: string): Promise<void> {
  await visitor.reads(title);
  expect(await visitor.runs('return document.querySelectorAll("header nav a").length')).toBe(3);
  expect(await visitor.runs('return document.querySelector("[data-failed]") === null')).toBe(true);
}

test.describe('a file that is lost', () => {
  test.use({ expectedComplaints: [/./] });

  test('takes nothing with it: hints are plain lines, and the message goes out', async ({
    visitor,
    door,
    inbox,
  }) => {
    test.slow();
    door.spoil(/\/releases\/shell\/\w+\/(?!main)[^/]+\.mjs/, 'is cut off');
    const known = inbox.mails.length;
    await visitor.opens('/contact');
    await visitor.the('textbox', email).fill('ida@example');
    await visitor.the('button', send).click();
    await visitor.the('alert').says(text('hints.faultyMail'));
    await visitor.the('textbox', email).hasFocus();
    await visitor.presses('End');
    await visitor.types('.org');
    await visitor.the('textbox', message).fill('Sent without a toast');
    await visitor.the('button', send).click();
    await visitor.the('alert').says(text('hints.mailSuccess'));
    await expect.poll(() => inbox.mails.length).toBe(known + 1);
    await hasPage(visitor, text('contact.title'));
    await visitor.the('textbox', message).holds('');

    await visitor.opens('/home');
    const enlarge = new RegExp(`^${text('preview.open')}`);
    await visitor.runs(`document.querySelector('[aria-haspopup=dialog]').click()`);
    await visitor.the('alert').says(text('preview.unavailable'));
    await visitor.the('button', enlarge).see();
  });
});

test.describe('a translated page', () => {
  // Where React meets a node that was replaced, it says so to tests.
  test.use({ expectedComplaints: [/made anew/] });

  test('a page that the browser translates works on: it sends, and speaks another language', async ({
    visitor,
    inbox,
  }) => {
    test.slow();
    const known = inbox.mails.length;
    await visitor.opens('/contact');
    await visitor.the('textbox', email).fill('ida@example.org');
    await visitor.the('textbox', message).fill('Sent from a translated page');
    await visitor.runs(`(${translate})()`);
    await visitor.runs(`document.querySelector('form [type=submit]').click()`);
    await expect.poll(() => inbox.mails.length).toBe(known + 1);
    await visitor.reads(text('hints.mailSuccess'));
    await hasPage(visitor, `~${text('contact.title')}`);
    await visitor.the('textbox', `~${message}`).holds('');

    for (const [path, title, next, nextTitle] of [
      ['contact', 'contact.title', 'home', 'home.mascot.title'],
      ['portfolio', 'portfolio.title', 'contact', 'contact.title'],
      ['home', 'home.mascot.title', 'portfolio', 'portfolio.title'],
    ] as const)
      await test.step(path, async () => {
        await visitor.opens(`/${path}`);
        await visitor.runs(`(${translate})()`);
        await visitor.reads(`~${text(title)}`);
        await visitor.chooses(text('header.language.language'), 'de');
        await expect
          .poll(() => visitor.runs(`return ${linkTo(next)}.textContent`))
          .toBe(text(`header.links.${next}`, 'de'));
        await hasPage(visitor, text(title, 'de'));
        // What is the same in both languages stays translated.
        const stale = `document.querySelector(':is(h1, h2, main p) > font')`;
        expect(await visitor.runs(`return ${stale}?.textContent ?? ''`)).toBe('');
        await visitor.runs(`(${translate})()`);
        // As long as the change of the texts is shown, no click gets through.
        const isChanging = () =>
          visitor.runs(`return 'change' in document.documentElement.dataset`);
        await expect.poll(isChanging).toBe(false);
        await visitor.runs(`${linkTo(next)}.click()`);
        await visitor.reads(text(nextTitle, 'de'));
        await visitor.chooses(text('header.language.language', 'de'), 'en');
        await hasPage(visitor, text(nextTitle));
      });
  });
});

const linkTo = (page: string) => `document.querySelector('header nav a[href="/${page}"]')`;

/** Runs in the page: what the translation of Chrome does to each text. */
function translate(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const it of found) {
    if (!it.data.trim() || it.parentElement?.closest('script, style, textarea, option')) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = `~${it.data}`;
    outer.append(inner);
    it.replaceWith(outer);
  }
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
  await visitor.runs(`${summary}.click()`);
  await expect.poll(() => visitor.runs(`return !!document.querySelector('footer ul')`)).toBe(true);
}

test('where another script has moved a part of the page, it is made anew with what was typed', async ({
  visitor,
}) => {
  await visitor.opens('/contact');
  await visitor.the('textbox', message).fill('Half a sentence');
  await opensPlan(visitor);
  await visitor.runs(`(${moveNode})()`);
  await visitor.the('textbox', message).click();
  await visitor.presses('Home');
  await visitor.runs(`document.querySelector('footer details').open = false`);
  await expect.poll(() => visitor.runs(`return !!document.querySelector('footer ul')`)).toBe(false);
  await hasPage(visitor, text('contact.title'));
  await visitor.the('textbox', message).holds('Half a sentence');
  await visitor.the('textbox', message).hasFocus();
  await visitor.types('Not only ');
  await visitor.the('textbox', message).holds('Not only Half a sentence');
});

test.describe('an app that React gives up', () => {
  test.use({ expectedComplaints: [/./] });

  test('leaves the page and what was typed', async ({ visitor }) => {
    await visitor.opens('/contact');
    await visitor.the('textbox', message).fill('Half a sentence');
    await opensPlan(visitor);
    await visitor.runs(`(${moveNode})()`);
    await visitor.runs(
      `// As without a connection: the shell before cannot be had.
       fetch = () => Promise.reject(new TypeError('offline'));
       const make = document.createElement.bind(document);
       document.createElement = (name, ...options) => {
         if (name === 'header') throw new Error('mud');
         return make(name, ...options);
       };`,
    );
    await visitor.runs(`document.querySelector('footer details').open = false`);
    await visitor.reads(text('site.lost'));
    await hasPage(visitor, text('contact.title'));
    await visitor.the('textbox', message).holds('Half a sentence');
    await visitor.the('textbox', message).fill(', and more');
    await visitor.reloads();
    await visitor.the('textbox', message).holds('Half a sentence, and more');
  });
});

test.describe('an element that a password manager adds to the form before the app is there', () => {
  test.use({ expectedComplaints: [/./] });

  test('leaves what was typed, the focus and the caret', async ({ visitor, door }) => {
    door.injects(holdTexts);
    await visitor.arrivesAt('/contact');
    await visitor.the('textbox', email).fill('ida@example.org');
    await visitor.the('textbox', message).fill('Hal a sentence');
    await visitor.runs(
      `const added = document.createElement('div');
       added.textContent = 'Fill in';
       document.querySelector('[name=email]').after(added);
       document.querySelector('[name=message]').setSelectionRange(3, 3);
       letTextsCome();`,
    );
    await expect
      .poll(() => visitor.runs(`return 'ready' in document.documentElement.dataset`))
      .toBe(true);
    await visitor.types('f');
    await visitor.the('textbox', message).holds('Half a sentence');
    await visitor.the('textbox', email).holds('ida@example.org');
    await visitor.the('textbox', message).hasFocus();
  });
});

declare global {
  interface Window {
    letTextsCome?: () => void;
  }
}

/** Runs in the page before all of its scripts: the app waits for its texts until it is told. */
function holdTexts(): void {
  const { fetch } = window;
  const word = Promise.withResolvers<void>();
  window.letTextsCome = word.resolve;
  window.fetch = async (...request) => {
    if (String(request[0]).includes('/api/locales/')) await word.promise;
    return fetch(...request);
  };
  // Since things go on coming, the document looks for no other shell, however slow the machine.
  setInterval(() => fetch('/robots.txt'), 500);
}
