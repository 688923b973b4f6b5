import { expect } from '@playwright/test';
import { lastLogo, lastProject, techProject } from '../../fixtures/content.ts';
import { firstLine, saying, text } from '../../fixtures/text.ts';
import { computer, phone } from '../fixtures.ts';
import type { Size } from '../start-engine.ts';
import type { RoleLocator, Visitor } from '../visitor.ts';
import type { Need } from './conditions.ts';

export interface Scene {
  visitor: Visitor;
  /** The open page; undefined when a notice replaces it. */
  open: PagePath | undefined;
  language: 'en' | 'de';
  /** The expected values of the form's fields, by name. */
  typed: Record<string, string>;
}

/** An action of a visitor with its result, or with the result when its need is not met. */
interface Action {
  does(scene: Scene): Promise<unknown>;
  result?(scene: Scene): Promise<unknown>;
  needs?: Need;
  withoutIt?(scene: Scene): Promise<unknown>;
  /** The window that offers the action. */
  window?: Size;
}

interface Page {
  heading: string;
  /** A field to type into while the app loads. */
  typedEarly?: string;
  actions: Record<string, Action>;
}

export type PagePath = '/home' | '/portfolio' | '/contact' | '/nothing';

/** Finds an element whose name contains this text in the visitor's language. */
const the = ({ visitor, language }: Scene, role: string, key: string): RoleLocator =>
  visitor.getByRole(role, saying(text(key, language)));

/** This hint is visible, and screen readers announce it at once. */
const isTold = ({ visitor, language }: Scene, hint: string) =>
  expect
    .poll(() =>
      visitor.evaluate<string>(
        `const told = [...document.querySelectorAll('[role=alert], [data-kind]')];
         return told.filter((it) => it.checkVisibility()).map((it) => it.innerText).join('')`,
      ),
    )
    .toMatch(saying(text(hint, language)));

async function choose(scene: Scene, name: 'theme' | 'language', value: string): Promise<void> {
  await scene.visitor.evaluate(`document.querySelector('select[name=${name}]').focus()`);
  await scene.visitor.selectOption(text(`header.${name}.${name}`, scene.language), value);
}

const type = (name: string, words: string): Action => ({
  async does({ visitor, typed }) {
    await visitor.evaluate(`document.querySelector('form [name=${name}]').focus()`);
    await visitor.type(words);
    typed[name] = words;
  },
});

const enlarge = (alt: string): Action => ({
  needs: 'a late part',
  does: (scene) => the(scene, 'button', alt).click(),
  async result({ visitor }) {
    await visitor.getByRole('dialog').isPresent();
    const count = async () => (await visitor.getByRole('toolbar').states())[0]?.text;
    const before = await count();
    await visitor.press('ArrowRight');
    await expect.poll(count).not.toBe(before);
    await visitor.press('+');
    await visitor.getByRole('dialog').getByRole('status').has({ text: '150%' });
    await visitor.press('Escape');
    await visitor.getByRole('dialog').isAbsent();
  },
  withoutIt: (scene) => isTold(scene, 'preview.unavailable'),
});

const leave = (from: PagePath, to: PagePath): Record<string, Action> => ({
  'go to another page': {
    window: computer,
    needs: 'a section',
    async does(scene) {
      await the(scene, 'link', `header.links.${to.slice(1)}`).click();
      scene.open = to;
    },
    async withoutIt(scene) {
      await scene.visitor.getByRole('alert').isPresent();
      scene.open = undefined;
    },
  },
  'go back': {
    async does(scene) {
      await scene.visitor.evaluate('history.back()');
      scene.open = from;
    },
  },
});

/** What every page has. */
export const everywhere: Record<string, Action> = {
  'choose a theme': {
    does: (scene) => choose(scene, 'theme', 'light'),
    result: ({ visitor }) =>
      expect
        .poll(() => visitor.evaluate('return document.documentElement.dataset.theme'))
        .toBe('light'),
  },
  'open the menu': {
    window: phone,
    async does(scene) {
      await the(scene, 'button', 'header.menu').click();
      await scene.visitor.getByRole('banner').getByRole('link').isPresent();
      await scene.visitor.press('Escape');
    },
    result: (scene) => the(scene, 'button', 'header.menu').has({ hasFocus: true }),
  },
  'choose a language': {
    needs: 'texts',
    does: (scene) => choose(scene, 'language', 'de'),
    async result(scene) {
      scene.language = 'de';
      await the(scene, 'combobox', 'header.language.language').has({ value: 'de' });
    },
    async withoutIt(scene) {
      await isTold(scene, 'notices.languageFailed');
      await the(scene, 'combobox', 'header.language.language').has({ value: 'en' });
    },
  },
};

const tech = techProject();

export const pages: Record<PagePath, Page> = {
  '/home': {
    heading: 'home.header.accent',
    actions: {
      'cut a pig': {
        needs: 'a late part of a section',
        does: (scene) => the(scene, 'button', 'home.cut.start').click(),
        async result({ visitor }) {
          await visitor.getByRole('dialog').isPresent();
          await visitor.press('Enter');
          await visitor.press('Escape');
          await visitor.getByRole('dialog').isAbsent();
        },
        withoutIt: (scene) => the(scene, 'button', 'home.cut.lost').isPresent(),
      },
      'open and move a picture': enlarge(lastLogo.alt),
      ...everywhere,
      ...leave('/home', '/portfolio'),
    },
  },
  '/portfolio': {
    heading: 'portfolio.title',
    actions: {
      'choose a tab': {
        does: (scene) =>
          the(scene, 'article', tech.name).getByRole('tab', text('portfolio.tabs.tech')).click(),
        result: (scene) =>
          the(scene, 'article', tech.name)
            .getByRole('tabpanel')
            .has({ text: saying(firstLine(tech.texts[1]?.text ?? '')) }),
      },
      'stomp in the puddle': {
        needs: 'a late part of a section',
        does: (scene) => the(scene, 'button', 'portfolio.puddle.try').click(),
        withoutIt: (scene) => the(scene, 'button', 'portfolio.puddle.lost').isPresent(),
        async result(scene) {
          await the(scene, 'button', 'portfolio.puddle.press').click();
          await scene.visitor.waitForWords(text('portfolio.puddle.count').replace('{mud}', '1'));
          await the(scene, 'button', 'portfolio.puddle.leave').click();
          await the(scene, 'button', 'portfolio.puddle.try').has({ hasFocus: true });
        },
      },
      'open and move a picture': enlarge(lastProject.images[0]?.alt ?? ''),
      ...everywhere,
      ...leave('/portfolio', '/contact'),
    },
  },
  '/contact': {
    heading: 'contact.title',
    typedEarly: 'firstName',
    actions: {
      'write a message': type('message', 'The pig is to know.'),
      'send without an address': {
        does: (scene) => the(scene, 'button', 'contact.message.send').click(),
        async result(scene) {
          await isTold(scene, 'hints.faultyMail');
          await the(scene, 'textbox', 'contact.message.email').has({ hasFocus: true });
        },
      },
      copy: {
        does: (scene) => the(scene, 'button', 'contact.findMe.copyEmail').click(),
        result: (scene) => isTold(scene, 'hints.copied'),
      },
      'give an address': type('email', 'ida@example.org'),
      ...everywhere,
      ...leave('/contact', '/home'),
      send: {
        needs: 'the network',
        does: (scene) => the(scene, 'button', 'contact.message.send').click(),
        async result(scene) {
          await isTold(scene, 'hints.mailSuccess');
          for (const name of Object.keys(scene.typed)) scene.typed[name] = '';
        },
        withoutIt: (scene) => isTold(scene, 'contact.faults.notReached'),
      },
    },
  },
  '/nothing': {
    heading: 'notFound.title',
    actions: {
      ...everywhere,
      ...leave('/nothing', '/contact'),
    },
  },
};
