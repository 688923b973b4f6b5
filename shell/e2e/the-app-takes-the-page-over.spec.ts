import { paths } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { openWithoutScripts } from './fixtures/requests.ts';
import { watchShifts } from './fixtures/shifts.ts';
import { otherLanguage } from './fixtures/text.ts';
import { computer, phone, smallPhone } from './fixtures/windows.ts';

const looks = [
  { colorScheme: 'dark', locale: 'en' },
  { colorScheme: 'light', locale: otherLanguage },
  { colorScheme: 'dark', locale: otherLanguage },
  { colorScheme: 'light', locale: 'en' },
] as const;

test.use({ expectedErrors: [/status of 404.*\/nothing/] });

for (const [index, path] of [...paths, '/nothing'].entries())
  test(`the app hydrates ${path} unseen in every window`, async ({ browser, site }) => {
    const address = site.url + path;
    for (const [number, viewport] of [computer, phone, smallPhone].entries())
      await test.step(`${viewport.width} px`, async () => {
        // Each window has another theme and language than on the page before.
        const look = looks[(number + index) % looks.length] ?? looks[0];
        const context = await browser.newContext({ reducedMotion: 'reduce', viewport, ...look });
        const complaints: string[] = [];
        context.on('console', (message) => {
          // The page for unknown paths has status 404.
          const isOwn = message.location().url === address && path === '/nothing';
          if (message.type() !== 'log' && !isOwn) complaints.push(message.text());
        });
        context.on('weberror', (error) => complaints.push(String(error.error())));
        const page = await context.newPage();
        await page.addInitScript(watchShifts);
        const scripts = await openWithoutScripts(page, address);
        expect(await page.evaluate(markElements)).toBeGreaterThan(40);
        // What moved before the scripts is the concern of `nothing-jumps`.
        await page.evaluate(() => {
          globalThis.seenShifts = [];
        });
        await scripts.release();
        await page.waitForLoadState('load');
        expect(await page.evaluate(lostElements)).toEqual([]);
        // A colour may still be in transition.
        await expect.poll(() => page.evaluate(changedLooks)).toEqual([]);
        const { count, differing } = await page.evaluate(compareProps);
        expect(count).toBeGreaterThan(100);
        expect(differing).toEqual([]);
        expect(await page.evaluate(() => globalThis.seenShifts)).toEqual([]);
        expect(complaints).toEqual([]);
        await context.close();
      });
  });

declare global {
  /** The elements of the document, each with its look. */
  var sentElements: Map<Element, string>;
  var lookOf: (element: Element) => string;
}

/** Runs in the page. @returns the number of elements in the document */
function markElements(): number {
  globalThis.lookOf = (element) => {
    const { backgroundColor, borderColor, color, fill, font, stroke, visibility } =
      getComputedStyle(element);
    return [backgroundColor, borderColor, color, fill, font, stroke, visibility].join();
  };
  const elements = [...document.querySelectorAll('#root *')];
  globalThis.sentElements = new Map(elements.map((element) => [element, lookOf(element)]));
  return elements.length;
}

/** Runs in the page: elements of the document that were removed, as if they were made anew. */
function lostElements(): string[] {
  const lost = [...globalThis.sentElements.keys()].filter((element) => !element.isConnected);
  return lost.map(({ outerHTML }) => outerHTML.slice(0, 80));
}

/** Runs in the page: elements of the document that look different, except pictures, which come. */
function changedLooks(): string[] {
  return [...globalThis.sentElements]
    .filter(([element, look]) => !element.matches('img') && lookOf(element) !== look)
    .map(([element, look]) => `${element.outerHTML.slice(0, 80)}: ${look} → ${lookOf(element)}`);
}

/** Runs in the page: how many props of React were compared with their attributes, and those that differ. */
function compareProps() {
  const names: Record<string, string> = { className: 'class', htmlFor: 'for' };
  const unwritten = /^(children|dangerouslySetInnerHTML|style|ref|value|default|auto|suppress|on)/;
  const differing: string[] = [];
  let count = 0;
  for (const element of document.querySelectorAll('#root *')) {
    const key = Object.keys(element).find((each) => each.startsWith('__reactProps$')) ?? '';
    const props: Record<string, unknown> = Reflect.get(element, key) ?? {};
    for (const [prop, value] of Object.entries(props)) {
      // A picture changes these itself when it is loaded.
      const isImage = element.matches('img') && ['aria-busy', 'decoding', 'loading'].includes(prop);
      if (isImage || unwritten.test(prop)) continue;
      const dashed = prop.replace(/[A-Z]/g, '-$&').toLowerCase();
      const found = [names[prop] ?? prop, prop.toLowerCase(), dashed]
        .map((name) => element.getAttribute(name))
        .find((each) => each !== null);
      const isAbsent = value === false || value === undefined || value === null;
      const wanted = value === true ? ['', 'true'] : isAbsent ? [undefined, 'false'] : [`${value}`];
      count += 1;
      if (!wanted.includes(found)) differing.push(`${prop}: ${found} instead of ${value}`);
    }
  }
  return { count, differing };
}
