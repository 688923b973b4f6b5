import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type * as TestingLibrary from '@testing-library/dom';
import { run, type Tab } from './start-engine.ts';

const testingLibrary = await readFile(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
);

/** Pauses between two readings of the page, in ms. */
export const intervals = [50, 100];

/** Locates elements by role and name; expectations are waited for. */
export interface RoleLocator {
  getByRole(role: string, name?: string | RegExp): RoleLocator;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  isPresent(): Promise<void>;
  isAbsent(): Promise<void>;
  hasText(text: string | RegExp): Promise<void>;
  hasValue(value: string): Promise<void>;
  hasFocus(): Promise<void>;
  hasAttribute(attribute: string, value: string | RegExp): Promise<void>;
  /** All current matches; optionally scrolls to the first. */
  states(isScrolledTo?: boolean): Promise<ElementState[]>;
}

/** @param within the steps to the surrounding element, the outermost first */
export function findByRole(
  tab: Tab,
  within: readonly Step[],
  role: string,
  name?: string | RegExp,
): RoleLocator {
  const steps = [...within, step(role, name)];
  const description = steps.map(({ role, name }) =>
    name ? `${role} ${JSON.stringify(name)}` : role,
  );
  const is = (what: string) =>
    expect.poll(() => states(), { intervals, message: `${description.join(' / ')} ${what}` });

  async function states(isScrolledTo = false): Promise<ElementState[]> {
    const found = await run(tab, readStates, steps, isScrolledTo).catch((error: Error) => error);
    if (Array.isArray(found)) return found;
    // A page that is being left runs no script, and the next one lacks the library.
    if (found instanceof Error) await sleep(100);
    await run(tab, testingLibrary).catch(() => {});
    return states(isScrolledTo);
  }
  /** Waits for two frames: WebKit updates positions that depend on the scroll position one frame later. */
  async function paint(): Promise<void> {
    await run(tab, requestFrames).catch(() => {});
    // A page that is being left paints no more.
    const isPainted = () => run(tab, areFramesPainted).catch(() => true);
    await expect.poll(isPainted, { intervals }).toBe(true);
  }
  /** The element's box once it is stable and its middle uncovered. */
  async function reach(): Promise<ElementState['box']> {
    let before: string | undefined;
    let box: ElementState['box'] | undefined;
    await expect
      .poll(
        async () => {
          const [state] = await states(true);
          const isAtRest = before === JSON.stringify(state?.box);
          before = JSON.stringify(state?.box);
          box = state?.box;
          return Boolean(state?.isInReach) && isAtRest;
        },
        { message: `${description.join(' / ')} can be reached`, intervals },
      )
      .toBe(true);
    return box as ElementState['box'];
  }

  const locator: RoleLocator = {
    getByRole: (role, name) => findByRole(tab, steps, role, name),
    async click() {
      await paint();
      const seen = await reach();
      // The window may scroll between the reading and the click.
      const [now] = await states();
      if (JSON.stringify(now?.box) !== JSON.stringify(seen)) return locator.click();
      const { x, y, width, height } = seen;
      await tab.mouse.click(Math.round(x + width / 2), Math.round(y + height / 2));
    },
    async fill(text) {
      await locator.click();
      await tab.keyboard.type(text);
    },
    isPresent: () => is('is present').not.toEqual([]),
    isAbsent: () => is('is absent').toEqual([]),
    hasText: (text) => is(`has the text ${text}`).toMatchObject([{ text: matching(text) }]),
    hasValue: (value) => is(`has the value ${value}`).toMatchObject([{ value }]),
    hasFocus: () => is('has the focus').toMatchObject([{ hasFocus: true }]),
    hasAttribute: (attribute, value) =>
      is(`has ${attribute} ${value}`).toMatchObject([
        { attributes: { [attribute]: matching(value) } },
      ]),
    states,
  };
  return locator;
}

/** Runs in the page. */
function requestFrames(): void {
  delete document.documentElement.dataset.painted;
  const mark = () => {
    document.documentElement.dataset.painted = '';
  };
  requestAnimationFrame(() => requestAnimationFrame(mark));
}

/** Runs in the page; a hidden page paints nothing. */
function areFramesPainted(): boolean {
  return 'painted' in document.documentElement.dataset || document.hidden;
}

function step(role: string, name?: string | RegExp): Step {
  if (name === undefined || typeof name === 'string')
    return name === undefined ? { role } : { role, name };
  return { role, name: { pattern: name.source, flags: name.flags } };
}

function matching(text: string | RegExp) {
  return typeof text === 'string' ? text : expect.stringMatching(text);
}

/** An element by role and name, within the previous step. */
interface Step {
  role: string;
  name?: string | { pattern: string; flags: string };
}

export interface ElementState {
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

function readStates(steps: readonly Step[], isScrolledTo: boolean): ElementState[] | 'no library' {
  const library = window.TestingLibraryDom;
  if (!library) return 'no library';

  let found: HTMLElement[] = [document.body];
  for (const { role, name } of steps) {
    const options =
      name === undefined
        ? {}
        : { name: typeof name === 'string' ? name : new RegExp(name.pattern, name.flags) };
    found = found.flatMap((within) => library.queryAllByRole(within, role, options));
  }
  if (isScrolledTo) found[0]?.scrollIntoView({ behavior: 'instant', block: 'center' });

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

export function choose(label: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
  if (!select) throw new Error(`There is no select labelled "${label}"`);
  select.value = value;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}
