import type * as TestingLibrary from '@testing-library/dom';

/** An element as a screen reader tells of it; within the one before it. */
export interface Step {
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
export function look(steps: readonly Step[], isSought: boolean): Sight[] | 'blind' {
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
