import { expect } from '@playwright/test';
import { text } from '../fixtures/text.ts';
import { choose, findByRole, intervals, type RoleLocator } from './role-locator.ts';
import { type Key, run, type Size, type Tab } from './start-engine.ts';

export interface Visitor extends Pick<RoleLocator, 'getByRole'> {
  goto(path: string): Promise<void>;
  /** Does not wait for the app. */
  gotoBeforeApp(path: string): Promise<unknown>;
  waitForApp(): Promise<void>;
  /** Does not wait for the page, which may never be ready. */
  leaveFor(path: string): Promise<void>;
  waitForUrl(path: string): Promise<void>;
  goBack(): Promise<void>;
  goForward(): Promise<void>;
  reload(): Promise<void>;
  waitForWords(words: string): Promise<void>;
  /** Uses the tab of the header, or the menu if there is one. */
  followLink(section: string): Promise<void>;
  selectOption(label: string, value: string): Promise<void>;
  press(...keys: Key[]): Promise<void>;
  type(text: string): Promise<void>;
  setViewportSize(size: Size): Promise<void>;
  /** Runs a function or a function body in the page. */
  evaluate<Result>(body: string): Promise<Result>;
  evaluate<Result, Arguments extends readonly unknown[]>(
    script: (...values: Arguments) => Result,
    ...values: Arguments
  ): Promise<Result>;
}

export function visit(tab: Tab, url: string): Visitor {
  /** The app handles actions only once it is ready. A page that is being left is not ready. */
  const isReady = () =>
    expect
      .poll(
        () => run(tab, `return 'ready' in document.documentElement.dataset`).catch(() => false),
        { intervals },
      )
      .toBe(true);
  const visitor: Visitor = {
    getByRole: (role, name) => findByRole(tab, [], role, name),
    async goto(path) {
      await visitor.gotoBeforeApp(path);
      await isReady();
    },
    gotoBeforeApp: (path) => tab.goto(url + path),
    waitForApp: isReady,
    leaveFor: (path) => run(tab, `setTimeout(() => location.assign('${path}'))`),
    // A page that is being left answers nothing.
    waitForUrl: (path) =>
      expect
        .poll(() => run(tab, 'return location.href').catch(() => undefined), { intervals })
        .toBe(url + path),
    goBack: () => run(tab, 'history.back()'),
    goForward: () => run(tab, 'history.forward()'),
    async reload() {
      await tab.reload();
      await isReady();
    },
    waitForWords: (words) =>
      expect.poll(() => run(tab, 'return document.body.innerText'), { intervals }).toContain(words),
    async followLink(section) {
      const menu = visitor.getByRole('button', text('header.menu'));
      if ((await menu.states()).length > 0) await menu.click();
      await visitor.getByRole('banner').getByRole('link', section).click();
    },
    selectOption: (label, value) =>
      expect(() => run(tab, choose, label, value)).toPass({ intervals }),
    async press(...keys) {
      for (const key of keys) await tab.keyboard.press(key);
    },
    type: (text) => tab.keyboard.type(text),
    setViewportSize: (size) => tab.setViewportSize(size),
    evaluate: (script: never, ...values: never) => run(tab, script, ...values),
  };
  return visitor;
}
