/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrerenderedPage } from '@portfolio/releases/markup/prerendered-pages.ts';
import type { BrowserContextOptions, Page } from 'playwright';
import type { Fault, ServedSite, Session, Visit } from './session.ts';

/** How long the app may take to start, and to make a page or take one over. */
const timeoutMs = 60_000;

/**
 * Has a page made by the app itself in a fresh visit. Only markup and styles come out of the browser,
 * and no code of a section runs outside of it.
 * @returns the page, or what is wrong with it
 */
export function capturePage(
  session: Session,
  site: ServedSite,
  path: string,
  locale: string,
): Promise<PrerenderedPage | readonly Fault[]> {
  return session.visit(site, { locale }, async ({ page, failed, faults }) => {
    // Styles as they were written, not as the browser reads them.
    await page.addInitScript('globalThis.SC_DISABLE_SPEEDY = true');
    const taken = Promise.withResolvers<PrerenderedPage>();
    await page.exposeFunction('takePage', taken.resolve);
    await page.goto(site.origin + path, { waitUntil: 'commit' });
    const deadline = sleep(timeoutMs, undefined, { ref: false });
    const made = await Promise.race([taken.promise, failed, deadline]);
    if (made) return asDocumentPart(made);
    return [...faults(), { kind: 'late', text: `${path} is not made` }];
  });
}

/**
 * React puts preloads of pictures in front; in a whole document the browser finds those itself. The
 * policy refuses styles in attributes: the app sets them when it takes the page over.
 */
function asDocumentPart({ html, css, stylesVersion }: PrerenderedPage): PrerenderedPage {
  const markup = String(html)
    .replace(/^(?:<link [^>]*>)+/, '')
    .replaceAll(' style="', ' data-style="');
  return { html: markup, css: String(css), stylesVersion: String(stylesVersion) };
}

/** Both themes, and a wide and a narrow window: one for the first language, the other for the next. */
const looks: readonly BrowserContextOptions[] = [
  { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
];

/**
 * Opens a document that carries its page, looks at it before its scripts come and again when the app
 * has taken it over: nothing may be made anew, move, look different, or be refused.
 * @returns what is not as it should be
 */
export async function checkTakeOver(
  session: Session,
  site: ServedSite,
  path: string,
  { locale, turn }: { locale: string; turn: number },
): Promise<Fault[]> {
  const options = { reducedMotion: 'reduce', ...looks[turn % looks.length], locale } as const;
  const check = () =>
    session.visit(site, options, async (visit) => {
      await takeOver(visit, site.origin + path).catch(({ message }: Error) =>
        visit.note({ kind: 'late', text: message.split('\n')[0] ?? '' }),
      );
      return visit.faults();
    });
  // Repeated to exclude transient load: a page at fault fails twice.
  return (await check()).length > 0 ? check() : [];
}

async function takeOver({ page, note }: Visit, address: string): Promise<void> {
  const scripts = Promise.withResolvers<void>();
  await page.route(/\.mjs$/, (route) =>
    scripts.promise.then(() => route.fallback()).catch(() => {}),
  );
  await page.goto(address, { waitUntil: 'commit' });
  const heading = page.locator('main h1').first();
  const isThere = await heading.waitFor({ timeout: timeoutMs }).then(
    () => true,
    () => false,
  );
  if (!isThere)
    return note({ kind: 'broken', text: 'It shows no heading before its scripts come' });
  await page.locator('noscript').last().waitFor({ state: 'attached', timeout: timeoutMs });
  const before = await look(page);
  scripts.resolve();
  await page.locator('html[data-ready]').waitFor({ timeout: timeoutMs });
  const difference = differenceOf(before, await look(page));
  if (difference) note({ kind: 'broken', text: difference });
}

/** An element as it is seen: what it is, where it is, and its colours; nothing once it is gone. */
type Seen = { what: string; look: string | undefined };

/** Compares the elements that the document came with; effects may add others. */
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
      // An effect may add to a box and make it higher, if nothing else moves.
      const isBox = element.childElementCount > 0 || !element.textContent;
      const size =
        isBox && !element.matches('img, svg, input, textarea') ? [width] : [width, height];
      const place = [x, y, ...size].map((value) => value.toFixed(1));
      // A button that waits long for the app becomes paler.
      const light = element.matches('button') ? '' : opacity;
      // A picture may arrive before or after the app, and then ends its skeleton.
      const back = element.matches('img') ? '' : backgroundColor;
      const look = [...place, color, back, fontSize, light, visibility, filter];
      return {
        what: `<${element.localName}>${words ? ` "${words}"` : ''}`,
        look: element.isConnected ? look.join() : undefined,
      };
    });
  });
}

function differenceOf(before: readonly Seen[], after: readonly Seen[]): string | undefined {
  const index = before.findIndex(({ look }, at) => look !== after[at]?.look);
  if (index < 0) return undefined;
  const fate = after[index]?.look === undefined ? 'is made anew' : 'moves or looks different';
  return `${before[index]?.what} ${fate} once the app is there`;
}
