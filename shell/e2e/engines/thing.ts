import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type * as TestingLibrary from '@testing-library/dom';
import type { Tab } from './start-engine.ts';

const eyes = await readFile(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
);

/** How often it is looked, in ms. */
export const intervals = [50, 100];

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

/** @param within what it is part of, the outermost first */
export function findThing(
  tab: Tab,
  within: readonly Step[],
  role: string,
  name?: string | RegExp,
): Thing {
  const steps = [...within, step(role, name)];
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
    the: (role, name) => findThing(tab, steps, role, name),
    async click() {
      const seen = await reach();
      // The window may scroll between the driver's look and its click: looked at once more.
      const [now] = await see();
      if (JSON.stringify(now?.box) !== JSON.stringify(seen)) return it.click();
      const { x, y, width, height } = seen;
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

/** An element as a screen reader tells of it; within the one before it. */
interface Step {
  role: string;
  name?: string | { pattern: string; flags: string };
}

/** What can be seen of an element. */
export interface Sight {
  text: string;
  value: string;
  attributes: Record<string, string>;
  hasFocus: boolean;
  box: { x: number; y: number; width: number; height: number };
  /** Whether a click in its middle would reach it. */
  isInReach: boolean;
}

declare global {
  interface Window {
    TestingLibraryDom?: typeof TestingLibrary;
  }
}

/** Runs in the page: everything at the end of the steps, or nothing said when it has no eyes yet. */
function look(steps: readonly Step[], isSought: boolean): Sight[] | 'blind' {
  const eyes = window.TestingLibraryDom;
  if (!eyes) return 'blind';

  let found: HTMLElement[] = [document.body];
  for (const { role, name } of steps) {
    const options =
      name === undefined
        ? {}
        : { name: typeof name === 'string' ? name : new RegExp(name.pattern, name.flags) };
    found = found.flatMap((within) => eyes.queryAllByRole(within, role, options));
  }
  if (isSought) found[0]?.scrollIntoView({ behavior: 'instant', block: 'center' });

  return found.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return {
      text: (element.textContent ?? '').trim(),
      value: (element as HTMLInputElement).value ?? '',
      attributes: Object.fromEntries([...element.attributes].map((it) => [it.name, it.value])),
      hasFocus: document.activeElement === element,
      box: { x, y, width, height },
      isInReach: there !== null && (element.contains(there) || there.contains(element)),
    };
  });
}

/** Runs in the page: chooses an option of the select with this label. */
export function choose(label: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
  if (!select) throw new Error(`There is no select labelled "${label}"`);
  select.value = value;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}

/** The body of a function that calls this one in the page. */
export function call<A extends readonly unknown[]>(
  fn: (...args: A) => unknown,
  ...args: A
): string {
  return `return (${fn})(...${JSON.stringify(args)})`;
}
