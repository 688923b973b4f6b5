import { expect } from '@playwright/test';
import type { Key, Size, Tab } from './start-engine.ts';
import { call, choose, findThing, intervals, type Thing } from './thing.ts';

/** A visitor of the site, in any engine. */
export interface Visitor extends Pick<Thing, 'the'> {
  opens(path: string): Promise<void>;
  /** Without waiting for the app. */
  arrivesAt(path: string): Promise<void>;
  /** Waits for it. */
  hasTheApp(): Promise<void>;
  /** Without waiting for a page that may never be ready. */
  leavesFor(path: string): Promise<void>;
  isAt(path: string): Promise<void>;
  goesBack(): Promise<void>;
  goesForward(): Promise<void>;
  reloads(): Promise<void>;
  /** Sees these words somewhere on the page. */
  reads(words: string): Promise<void>;
  /** By the tab of the header, or by the menu where there is one. */
  goesTo(section: string): Promise<void>;
  chooses(label: string, value: string): Promise<void>;
  presses(...keys: Key[]): Promise<void>;
  types(text: string): Promise<void>;
  hasWindowOf(size: Size): Promise<void>;
  takesPicture(): Promise<Buffer>;
  /** Runs the body of a function in the page. */
  runs<T>(body: string): Promise<T>;
}

export function visit(tab: Tab, url: string): Visitor {
  /** What is done before the app is there is not done by it. A page that is being left is not ready. */
  const isReady = () =>
    expect
      .poll(
        () => tab.run(`return 'ready' in document.documentElement.dataset`).catch(() => false),
        { intervals },
      )
      .toBe(true);
  const visitor: Visitor = {
    the: (role, name) => findThing(tab, [], role, name),
    async opens(path) {
      await visitor.arrivesAt(path);
      await isReady();
    },
    arrivesAt: (path) => tab.open(url + path),
    hasTheApp: isReady,
    leavesFor: (path) => tab.run(`setTimeout(() => location.assign('${path}'))`),
    // A page that is being left cannot be asked.
    isAt: (path) =>
      expect
        .poll(() => tab.run('return location.href').catch(() => undefined), { intervals })
        .toBe(url + path),
    goesBack: () => tab.run('history.back()'),
    goesForward: () => tab.run('history.forward()'),
    async reloads() {
      await tab.reload();
      await isReady();
    },
    reads: (words) =>
      expect.poll(() => tab.run('return document.body.innerText'), { intervals }).toContain(words),
    async goesTo(section) {
      const menu = visitor.the('button', 'Menu');
      if ((await menu.see()).length > 0) await menu.click();
      await visitor.the('banner').the('link', section).click();
    },
    chooses: (label, value) =>
      expect(() => tab.run(call(choose, label, value))).toPass({ intervals }),
    async presses(...keys) {
      for (const key of keys) await tab.press(key);
    },
    types: (text) => tab.type(text),
    hasWindowOf: (size) => tab.resize(size),
    takesPicture: () => tab.takePicture(),
    runs: (body) => tab.run(body),
  };
  return visitor;
}
