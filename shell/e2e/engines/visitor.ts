import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { Key, Size, Tab } from './driving/tab.ts';
import { choose, look, type Sight, type Step } from './look.ts';

const eyes = await readFile(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
);

/** How often it is looked, in ms. */
const intervals = [50, 100];

/** Something on the page, found by role and name as a screen reader would; waits until it is so. */
export interface Thing {
  the(role: string, name?: string | RegExp): Thing;
  click(): Promise<void>;
  /** Clicks into it and types. */
  fill(text: string): Promise<void>;
  isThere(): Promise<void>;
  isGone(): Promise<void>;
  says(text: string | RegExp): Promise<void>;
  holds(value: string): Promise<void>;
  hasFocus(): Promise<void>;
  has(attribute: string, value: string | RegExp): Promise<void>;
  /** All there are by now; the first one is scrolled to when it is sought. */
  see(isSought?: boolean): Promise<Sight[]>;
}

/** Somebody at the site, in any engine. */
export interface Visitor extends Pick<Thing, 'the'> {
  opens(path: string): Promise<void>;
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
  /** What is done before the app is there is not done by it. */
  const isReady = () =>
    expect
      .poll(() => tab.run(`return 'ready' in document.documentElement.dataset`), { intervals })
      .toBe(true);
  const visitor: Visitor = {
    the: (role, name) => thing(tab, [step(role, name)]),
    async opens(path) {
      await tab.open(url + path);
      await isReady();
    },
    leavesFor: (path) => tab.run(`setTimeout(() => location.assign('${path}'))`),
    isAt: (path) =>
      expect.poll(() => tab.run('return location.href'), { intervals }).toBe(url + path),
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

function thing(tab: Tab, steps: readonly Step[]): Thing {
  const said = steps.map(({ role, name }) => (name ? `${role} ${JSON.stringify(name)}` : role));
  const is = (what: string) =>
    expect.poll(() => see(), { intervals, message: `${said.join(' / ')} ${what}` });

  async function see(isSought = false): Promise<Sight[]> {
    const sights = await tab
      .run<Sight[] | 'blind'>(call(look, steps, isSought))
      .catch((error: Error) => error);
    if (Array.isArray(sights)) return sights;
    // A page that is being left cannot be looked at; the next one has no eyes yet.
    if (sights instanceof Error) await sleep(100);
    await tab.run(eyes).catch(() => {});
    return see(isSought);
  }
  /** Where it is when it has come to rest and nothing lies upon it. */
  async function reach(): Promise<Sight['box']> {
    let before: string | undefined;
    let box: Sight['box'] | undefined;
    await expect
      .poll(
        async () => {
          const [sight] = await see(true);
          const isAtRest = before === JSON.stringify(sight?.box);
          before = JSON.stringify(sight?.box);
          box = sight?.box;
          return Boolean(sight?.isInReach) && isAtRest;
        },
        { message: `${said.join(' / ')} can be reached`, intervals },
      )
      .toBe(true);
    return box as Sight['box'];
  }

  const it: Thing = {
    the: (role, name) => thing(tab, [...steps, step(role, name)]),
    async click() {
      const { x, y, width, height } = await reach();
      await tab.clickAt(Math.round(x + width / 2), Math.round(y + height / 2));
    },
    async fill(text) {
      await it.click();
      await tab.type(text);
    },
    isThere: () => is('is there').not.toEqual([]),
    isGone: () => is('is gone').toEqual([]),
    says: (text) => is(`says ${text}`).toMatchObject([{ text: matching(text) }]),
    holds: (value) => is(`holds ${value}`).toMatchObject([{ value }]),
    hasFocus: () => is('has the focus').toMatchObject([{ hasFocus: true }]),
    has: (attribute, value) =>
      is(`has ${attribute} ${value}`).toMatchObject([
        { attributes: { [attribute]: matching(value) } },
      ]),
    see,
  };
  return it;
}

function step(role: string, name?: string | RegExp): Step {
  if (name === undefined || typeof name === 'string')
    return name === undefined ? { role } : { role, name };
  return { role, name: { pattern: name.source, flags: name.flags } };
}

function matching(text: string | RegExp) {
  return typeof text === 'string' ? text : expect.stringMatching(text);
}

/** The body of a function that calls this one in the page. */
function call<A extends readonly unknown[]>(fn: (...args: A) => unknown, ...args: A): string {
  return `return (${fn})(...${JSON.stringify(args)})`;
}
