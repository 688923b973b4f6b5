import { expect, type ViewportSize } from '@playwright/test';
import type { Key, Tab } from './start-engine.ts';

/** Pauses between two readings of the page, in ms. */
export const intervals = [50, 100];

export type Visitor = ReturnType<typeof visit>;

/** What a visitor sees and does on a site; expectations are waited for. */
export function visit(tab: Tab, url: string) {
  /** Runs a function or a function body in the page. */
  const evaluate = <Result, Arguments extends readonly unknown[] = []>(
    script: string | ((...values: Arguments) => Result),
    ...values: Arguments
  ) => {
    const body =
      typeof script === 'string' ? script : `return (${script})(...${JSON.stringify(values)})`;
    return tab.evaluate(`(() => {${body}\n})()`) as Promise<Result>;
  };

  /** A page that is being left answers nothing. */
  const find = (...what: [selector: string, words?: string]) =>
    evaluate(findPlace, ...what).catch(() => undefined);

  const visitor = {
    evaluate,
    /** Waits for an answer of the page. */
    answers: (script: string, answer: unknown) =>
      expect
        .poll(() => evaluate(script).catch(() => undefined), { intervals, message: script })
        .toEqual(answer),
    async goto(path: string) {
      await visitor.gotoBeforeApp(path);
      await visitor.waitForApp();
    },
    gotoBeforeApp: (path: string) => tab.goto(url + path),
    /** The app handles actions only once it is ready. */
    waitForApp: () => visitor.answers(`return 'ready' in document.documentElement.dataset`, true),
    /** Does not wait for the page, which may never be ready. */
    leaveFor: (path: string) => evaluate(`setTimeout(() => location.assign('${path}'))`),
    waitForUrl: (path: string) => visitor.answers('return location.href', url + path),
    /** Waits for an element with this text, name, or part of it. */
    sees: (...what: Parameters<typeof find>) =>
      expect.poll(() => find(...what), { intervals, message: `${what}` }).toBeTruthy(),
    seesNo: (...what: Parameters<typeof find>) =>
      expect.poll(() => find(...what), { intervals, message: `no ${what}` }).toBeNull(),
    /** Waits until such an element has the focus; `:focus` matches only in a window that is in front. */
    hasFocus: (selector: string, words = '') =>
      visitor.answers(
        `const it = document.activeElement;
         const says = (it.ariaLabel ?? '') + it.textContent;
         return it.matches('${selector}') && says.includes(${JSON.stringify(words)})`,
        true,
      ),
    /** Clicks the middle of the first such element, once that is uncovered and at rest; a page may move before it hits. */
    async click(...what: Parameters<typeof find>) {
      let place = await find(...what);
      await expect(async () => {
        const before = place;
        place = await find(...what);
        expect(place?.isInReach).toBe(true);
        expect(place).toEqual(before);
        await tab.mouse.click(place?.x ?? 0, place?.y ?? 0);
        // A page that was left has no such value.
        expect(await evaluate('return window.isHit').catch(() => undefined)).not.toBe(false);
      }, `${what} can be clicked`).toPass({ intervals });
    },
    /** Chooses an option of the header. */
    choose: (name: 'theme' | 'language', value: string) =>
      expect(() => evaluate(choose, name, value)).toPass({ intervals }),
    async press(...keys: Key[]) {
      for (const key of keys) await tab.keyboard.press(key);
    },
    type: (words: string) => tab.keyboard.type(words),
    /** Types into a field of the form. A click could miss it while the page moves. */
    async typeInto(name: string, words: string) {
      await evaluate(`document.querySelector('form [name=${name}]').focus()`);
      await visitor.type(words);
    },
    async setViewportSize(size: ViewportSize) {
      await tab.setViewportSize(size);
      // The page hears of it in the next frame.
      await evaluate('return new Promise(requestAnimationFrame)');
    },
  };
  return visitor;
}

/**
 * Runs in the page: brings the first visible element that says these words into view, and notes whether the next
 * click hits it.
 * @returns its middle, and whether a click there would reach it; null if there is none
 */
function findPlace(selector: string, words = '') {
  const found = [...document.querySelectorAll(selector)].find(
    (it) =>
      it.checkVisibility({ visibilityProperty: true }) &&
      it.getBoundingClientRect().width > 0 &&
      `${it.ariaLabel ?? ''} ${it.textContent}`.includes(words),
  );
  if (!found) return null;
  found.scrollIntoView({ behavior: 'instant', block: 'center' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const isReached = (by: EventTarget | null) =>
    by instanceof Node && (found.contains(by) || by.contains(found));
  const onclick = ({ target }: MouseEvent) => Object.assign(window, { isHit: isReached(target) });
  Object.assign(window, { isHit: false, onclick });
  return { x, y, isInReach: isReached(document.elementFromPoint(x, y)) };
}

/** Runs in the page. */
function choose(name: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[name=${name}]`);
  if (!select) throw new Error(`There is no select ${name}`);
  select.focus();
  select.value = value;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}
