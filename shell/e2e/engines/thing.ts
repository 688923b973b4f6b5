import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { Tab } from './driving/tab.ts';
import { call, look, type Sight, type Step } from './look.ts';

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
