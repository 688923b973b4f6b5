import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type * as TestingLibrary from '@testing-library/dom';
import { text } from '../fixtures/text.ts';
import { type Key, run, type Size, type Tab } from './start-engine.ts';

const testingLibrary = await readFile(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
);

/** Pauses between two readings of the page, in ms. */
export const intervals = [50, 100];

export type Visitor = ReturnType<typeof visit>;
export type RoleLocator = ReturnType<typeof findByRole>;

export function visit(tab: Tab, url: string) {
  const evaluate = <Result, Arguments extends readonly unknown[] = []>(
    script: string | ((...values: Arguments) => Result),
    ...values: Arguments
  ) => run(tab, script, ...values);

  /** Waits for an answer of the page. A page that is being left answers nothing. */
  const answers = (script: string, answer: unknown) =>
    expect.poll(() => evaluate(script).catch(() => undefined), { intervals }).toEqual(answer);

  const visitor = {
    /** Runs a function or a function body in the page. */
    evaluate,
    answers,
    getByRole: (role: string, name?: string | RegExp) => findByRole(tab, [], role, name),
    async goto(path: string) {
      await visitor.gotoBeforeApp(path);
      await visitor.waitForApp();
    },
    gotoBeforeApp: (path: string) => tab.goto(url + path),
    /** The app handles actions only once it is ready. */
    waitForApp: () => answers(`return 'ready' in document.documentElement.dataset`, true),
    /** Does not wait for the page, which may never be ready. */
    leaveFor: (path: string) => evaluate(`setTimeout(() => location.assign('${path}'))`),
    waitForUrl: (path: string) => answers('return location.href', url + path),
    async reload() {
      await tab.reload();
      await visitor.waitForApp();
    },
    waitForWords: (words: string) =>
      expect
        .poll(() => evaluate<string>('return document.body.innerText'), { intervals })
        .toContain(words),
    /** Uses the tab of the header, or the menu if there is one. */
    async followLink(section: string) {
      const menu = visitor.getByRole('button', text('header.menu'));
      if ((await menu.states()).length > 0) await menu.click();
      await visitor.getByRole('banner').getByRole('link', section).click();
    },
    selectOption: (label: string, value: string) =>
      expect(() => evaluate(choose, label, value)).toPass({ intervals }),
    async press(...keys: Key[]) {
      for (const key of keys) await tab.keyboard.press(key);
    },
    type: (words: string) => tab.keyboard.type(words),
    setViewportSize: (size: Size) => tab.setViewport(size),
  };
  return visitor;
}

/**
 * Locates elements by role and name; expectations are waited for.
 * @param within the steps to the surrounding element, the outermost first
 */
function findByRole(tab: Tab, within: readonly Step[], role: string, name?: string | RegExp) {
  const pattern = name instanceof RegExp ? { pattern: name.source, flags: name.flags } : name;
  const steps: Step[] = [...within, { role, name: pattern }];
  const is = (what: string) =>
    expect.poll(() => states(), { intervals, message: `${JSON.stringify(steps)} ${what}` });

  /** All current matches; optionally scrolls to the first. */
  async function states(isScrolledTo = false): Promise<ElementState[]> {
    const found = await run(tab, readStates, steps, isScrolledTo).catch(() => undefined);
    if (found) return found;
    // A page that is being left runs no script, and the next one lacks the library.
    await sleep(50);
    await run(tab, testingLibrary).catch(() => {});
    return states(isScrolledTo);
  }

  return {
    states,
    getByRole: (inner: string, itsName?: string | RegExp) => findByRole(tab, steps, inner, itsName),
    /** Clicks the middle of the first match, once that is uncovered and at rest. */
    async click() {
      let seen: ElementState | undefined;
      await expect(
        async () => {
          const before = JSON.stringify(seen?.box);
          [seen] = await states(true);
          expect([seen?.isInReach, JSON.stringify(seen?.box)]).toEqual([true, before]);
        },
        `${JSON.stringify(steps)} can be reached`,
      ).toPass({ intervals });
      const { x = 0, y = 0, width = 0, height = 0 } = seen?.box ?? {};
      await tab.mouse.click(Math.round(x + width / 2), Math.round(y + height / 2));
    },
    isPresent: () => is('is present').not.toEqual([]),
    isAbsent: () => is('is absent').toEqual([]),
    has: (facts: { text?: RegExp | string; value?: string; hasFocus?: true }) => {
      const { text: words, ...others } = facts;
      const matching = words instanceof RegExp ? expect.stringMatching(words) : words;
      const expected = words === undefined ? others : { ...others, text: matching };
      return is(`has ${JSON.stringify(others)} ${words ?? ''}`).toMatchObject([expected]);
    },
  };
}

/** An element by role and name, within the previous step. */
interface Step {
  role: string;
  name: string | { pattern: string; flags: string } | undefined;
}

interface ElementState {
  text: string;
  value: string;
  hasFocus: boolean;
  box: { x: number; y: number; width: number; height: number };
  /** Whether a click in its middle would reach it. */
  isInReach: boolean;
}

declare global {
  interface Window {
    TestingLibraryDom: typeof TestingLibrary;
  }
}

/** Runs in the page. */
function readStates(steps: readonly Step[], isScrolledTo: boolean): ElementState[] {
  let found: HTMLElement[] = [document.body];
  for (const { role, name } of steps) {
    const its = typeof name === 'object' ? new RegExp(name.pattern, name.flags) : name;
    const options = its === undefined ? {} : { name: its };
    const { queryAllByRole } = window.TestingLibraryDom;
    found = found.flatMap((within) => queryAllByRole(within, role, options));
  }
  if (isScrolledTo) found[0]?.scrollIntoView({ behavior: 'instant', block: 'center' });

  return found.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return {
      text: (element.textContent ?? '').trim(),
      value: (element as HTMLInputElement).value ?? '',
      hasFocus: document.activeElement === element,
      box: { x, y, width, height },
      isInReach: there !== null && (element.contains(there) || there.contains(element)),
    };
  });
}

/** Runs in the page. */
function choose(label: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
  if (!select) throw new Error(`There is no select labelled "${label}"`);
  select.value = value;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}
