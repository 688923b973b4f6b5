/// <reference lib="dom" />
import type { Browser, BrowserContextOptions, Page } from 'playwright';

/** Both themes, and a wide and a narrow window: one for the first language, the other for the next. */
const visits: readonly BrowserContextOptions[] = [
  { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
];

/** How long the app may take to take the page over. */
const patienceMs = 60_000;

/**
 * Opens a document that carries its page, looks at it before its scripts come and again when the app
 * has taken it over: nothing may be made anew, move, look different, or be refused.
 * @returns what is not as it should be
 */
export async function checkPage(browser: Browser, address: string, locale: string, turn: number) {
  const check = () => checkVisit(browser, address, { ...visits[turn % visits.length], locale });
  // A machine that is busy fails a section as it would a visitor; a page that is at fault, twice.
  return (await check()).length > 0 ? check() : [];
}

async function checkVisit(browser: Browser, address: string, visit: BrowserContextOptions) {
  const faults: string[] = [];
  const context = await browser.newContext({ reducedMotion: 'reduce', ...visit });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      // The page for unknown paths is one itself.
      const isOwn = message.location().url === address;
      if (message.type() === 'error' && !isOwn) faults.push(message.text().split('\n')[0] ?? '');
    });
    let letScriptsCome = () => {};
    const held = new Promise<void>((resolve) => {
      letScriptsCome = resolve;
    });
    await page.route(/\.mjs$/, (route) => held.then(() => route.continue()).catch(() => {}));
    await page.goto(address, { waitUntil: 'commit' });
    const isThere = await page
      .locator('main h1')
      .first()
      .waitFor({ timeout: patienceMs })
      .then(
        () => true,
        () => false,
      );
    if (!isThere) return ['It shows no heading before its scripts come'];
    await page.locator('noscript').last().waitFor({ state: 'attached', timeout: patienceMs });
    const before = await look(page);
    letScriptsCome();
    await page.locator('html[data-ready]').waitFor({ timeout: patienceMs });
    const after = await look(page);
    return [...faults, ...differences(before, after)];
  } catch (error) {
    return [...faults, (error as Error).message.split('\n')[0] ?? ''];
  } finally {
    await context.close();
  }
}

/** An element as it is seen: what it is, where it is, and its colours; nothing once it is gone. */
type Seen = { what: string; look: string | undefined };

/** Looks twice at the very elements that the document came with; effects may add others. */
function look(page: Page): Promise<Seen[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const kept = globalThis as typeof globalThis & { sent?: Element[] };
    kept.sent ??= [...document.querySelectorAll('#root *')];
    return kept.sent.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, fontSize, opacity, visibility, filter } =
        getComputedStyle(element);
      const words = element.textContent?.trim().slice(0, 30);
      // What an effect adds to a box makes it higher, and moves nothing else.
      const isBox = element.childElementCount > 0 || !element.textContent;
      const size =
        isBox && !element.matches('img, svg, input, textarea') ? [width] : [width, height];
      const place = [x, y, ...size].map((value) => value.toFixed(1));
      // A button that has waited long for the app is paler.
      const light = element.matches('button') ? '' : opacity;
      // A picture that came meanwhile has ended its skeleton: it may come before the app or after.
      const back = element.matches('img') ? '' : backgroundColor;
      const look = [...place, color, back, fontSize, light, visibility, filter];
      return {
        what: `<${element.localName}>${words ? ` "${words}"` : ''}`,
        look: element.isConnected ? look.join() : undefined,
      };
    });
  });
}

function differences(before: readonly Seen[], after: readonly Seen[]): string[] {
  const index = before.findIndex(({ look }, at) => look !== after[at]?.look);
  if (index < 0) return [];
  const fate = after[index]?.look === undefined ? 'is made anew' : 'moves or looks different';
  return [`${before[index]?.what} ${fate} once the app is there`];
}
