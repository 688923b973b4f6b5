import { saying, text } from '../fixtures/text.ts';
import { expect, test } from './fixtures.ts';
import { inTurn, type PagePath, pages, type Scene } from './matrix/actions.ts';
import { type Condition, conditions } from './matrix/conditions.ts';
import { engineNames } from './start-engine.ts';
import { intervals } from './visitor.ts';

const turns = Object.keys(conditions).flatMap((condition, row) =>
  Object.keys(pages).map((path, column) => ({
    condition,
    path: path as PagePath,
    engineName: ([...engineNames, 'chromium'] as const)[(row + column) % 4],
    /** Of four kinds of actions that every page has, one takes its turn. */
    turn: inTurn[(Math.floor(row / 2) + column) % inTurn.length],
  })),
);

// Of engine, page, action and condition each meets each other. Chromium, the quickest, has two turns of four.
for (const { condition, path, engineName, turn } of turns) {
  const { lacks = [], onBefore, onReady, complaints } = conditions[condition] as Condition;
  const { actions, typedEarly } = pages[path];
  test.describe(condition, { tag: `@${engineName}` }, () => {
    test.use({ expectedComplaints: complaints ? [complaints] : [] });

    test(`${path} loses nothing, ${condition}`, async ({ visitor, visitedSite, faultProxy }) => {
      test.slow();
      const scene: Scene = { visitor, open: path, language: 'en', typed: {} };
      onBefore?.(faultProxy, await lateFiles(visitedSite.url + path));
      await visitor.gotoBeforeApp(path);
      if (typedEarly) await typeWhileItComes(scene, typedEarly);
      await visitor.waitForApp();
      await onReady?.(faultProxy, visitor);
      const { hasFocus: _none, ...whole } = wholePage(scene);
      await expect.poll(() => look(scene), { intervals }).toMatchObject(whole);
      const own = await visitor.evaluate(() => ({ width: innerWidth, height: innerHeight }));
      for (const [action, { does, result, needs, withoutIt, window }] of Object.entries(actions))
        await test.step(action, async () => {
          if (inTurn.some((kind) => kind !== turn && action.startsWith(kind))) return;
          if (window) await visitor.setViewportSize(window);
          await does(scene);
          await (needs && lacks.includes(needs) ? withoutIt : result)?.(scene);
          await expect.poll(() => look(scene), { intervals }).toEqual(wholePage(scene));
          if (window) await visitor.setViewportSize(own);
        });
    });
  });
}

/** The scripts in the document's import map except the app's entry. */
async function lateFiles(address: string): Promise<string[]> {
  const document = await (await fetch(address)).text();
  const [, map = '{}'] = /<script type="importmap">(.*?)<\/script>/s.exec(document) ?? [];
  const [, entry] = /data-entry="(.*?)"/.exec(document) ?? [];
  return Object.keys(JSON.parse(map).integrity).filter((file) => file !== entry);
}

/** Types half of a name before the app runs, and the rest after: text, focus and caret stay. */
async function typeWhileItComes({ visitor, typed }: Scene, name: string): Promise<void> {
  await visitor.typeInto(name, 'Zo');
  await visitor.waitForApp();
  await visitor.type('ë');
  typed[name] = 'Zoë';
}

function wholePage({ open, language, typed }: Scene) {
  const heading = open ? pages[open].heading : 'notices.sectionFailed.title';
  return {
    links: ['home', 'portfolio', 'contact'].map((name) => text(`header.links.${name}`, language)),
    heading: expect.stringMatching(saying(text(heading, language))),
    typed: open === '/contact' ? typed : {},
    hasFocus: true,
    isAtRest: true,
    isWide: false,
  };
}

const look = ({ visitor, typed }: Scene) => visitor.evaluate(readPage, Object.keys(typed));

/** Runs in the page. */
function readPage(names: readonly string[]) {
  const fields = names.flatMap((name) => [
    ...document.querySelectorAll<HTMLInputElement>(`form [name=${name}]`),
  ]);
  const links = document.querySelectorAll('header nav a');
  return {
    links: [...links].map(({ textContent }) => textContent),
    heading: document.querySelector('main h1')?.textContent,
    typed: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    hasFocus: document.activeElement !== document.body,
    // Elements take no click during a view transition.
    isAtRest: !('change' in document.documentElement.dataset),
    isWide: document.documentElement.scrollWidth > innerWidth,
  };
}
