import { expect, type ViewportSize } from '@playwright/test';
import { lastLogo, lastProject, techProject } from '../../fixtures/content.ts';
import { firstLine, text } from '../../fixtures/text.ts';
import { computer, phone } from '../../fixtures/windows.ts';
import type { Visitor } from '../visitor.ts';
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
  window?: ViewportSize;
}

interface Page {
  heading: string;
  /** A field to type into while the app loads. */
  typedEarly?: string;
  actions: Record<string, Action>;
}

export type PagePath = '/home' | '/portfolio' | '/contact' | '/nothing';

/** This hint is visible, and screen readers announce it at once. */
const isTold = ({ visitor, language }: Scene, hint: string) =>
  visitor.sees('[role=alert], [data-kind]', text(hint, language));

const clickButton =
  (key: string) =>
  ({ visitor, language }: Scene) =>
    visitor.click('button', text(key, language));

const type = (name: string, words: string): Action => ({
  async does({ visitor, typed }) {
    await visitor.typeInto(name, words);
    typed[name] = words;
  },
});

const enlarge = (alt: string): Action => ({
  needs: 'a late part',
  does: ({ visitor, language }) => visitor.click('button', text(alt, language)),
  async result({ visitor }) {
    await visitor.sees('dialog img');
    const count = () =>
      visitor.evaluate(`return document.querySelector('[role=toolbar]').textContent`);
    const before = await count();
    await visitor.press('ArrowRight');
    await expect.poll(count).not.toBe(before);
    await visitor.press('+');
    await visitor.sees('dialog [role=status]', '150%');
    await visitor.press('Escape');
    await visitor.seesNo('dialog');
  },
  withoutIt: (scene) => isTold(scene, 'lightbox.unavailable'),
});

const leave = (from: PagePath, to: PagePath): Record<string, Action> => ({
  'go to another page': {
    window: computer,
    needs: 'a section',
    async does(scene) {
      await scene.visitor.click(`header nav a[href="${to}"]`);
      scene.open = to;
    },
    async withoutIt(scene) {
      await scene.visitor.sees('[role=alert]');
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
const everywhere: Record<string, Action> = {
  'choose a theme': {
    does: ({ visitor }) => visitor.choose('theme', 'light'),
    result: ({ visitor }) => visitor.sees('html[data-theme=light]'),
  },
  'open the menu': {
    window: phone,
    async does(scene) {
      await clickButton('header.menu')(scene);
      await scene.visitor.sees('header nav a');
      await scene.visitor.press('Escape');
    },
    result: ({ visitor, language }) => visitor.hasFocus('button', text('header.menu', language)),
  },
  'choose a language': {
    needs: 'texts',
    does: ({ visitor }) => visitor.choose('language', 'de'),
    async result(scene) {
      scene.language = 'de';
      await scene.visitor.sees('select[name=language]:has([value=de]:checked)');
    },
    async withoutIt(scene) {
      await isTold(scene, 'notices.languageFailed');
      await scene.visitor.sees('select[name=language]:has([value=en]:checked)');
    },
  },
};

/** How the names of such actions begin. */
export const inTurn = [...Object.keys(everywhere), 'go '];

const tech = techProject();

export const pages: Record<PagePath, Page> = {
  '/home': {
    heading: 'home.header.accent',
    actions: {
      'cut a pig': {
        needs: 'a late part of a section',
        does: clickButton('home.cut.start'),
        async result({ visitor }) {
          await visitor.sees('dialog');
          await visitor.press('Enter', 'Escape');
          await visitor.seesNo('dialog');
        },
        withoutIt: ({ visitor }) => visitor.sees('button', text('home.cut.lost')),
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
        does: ({ visitor }) =>
          visitor.click(`#${tech.slug} [role=tab]`, text('portfolio.tabs.tech')),
        result: ({ visitor }) =>
          visitor.sees(`#${tech.slug} [role=tabpanel]`, firstLine(tech.texts[1]?.text ?? '')),
      },
      'stomp in the puddle': {
        needs: 'a late part of a section',
        does: clickButton('portfolio.puddle.try'),
        withoutIt: ({ visitor }) => visitor.sees('button', text('portfolio.puddle.lost')),
        async result({ visitor }) {
          await visitor.click('button', text('portfolio.puddle.press'));
          await visitor.sees('[role=status]', text('portfolio.puddle.count').replace('{mud}', '1'));
          await visitor.click('button', text('portfolio.puddle.leave'));
          await visitor.hasFocus('button', text('portfolio.puddle.try'));
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
        does: clickButton('contact.message.send'),
        async result(scene) {
          await isTold(scene, 'hints.faultyMail');
          await scene.visitor.hasFocus('[name=email]');
        },
      },
      copy: {
        does: clickButton('contact.findMe.copyEmail'),
        result: (scene) => isTold(scene, 'hints.copied'),
      },
      'give an address': type('email', 'ida@example.org'),
      ...everywhere,
      ...leave('/contact', '/home'),
      send: {
        needs: 'the network',
        does: clickButton('contact.message.send'),
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
    actions: { ...everywhere, ...leave('/nothing', '/contact') },
  },
};
