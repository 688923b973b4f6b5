/// <reference lib="dom" />

import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '@portfolio/api/create-app.ts';
import { noPages } from '@portfolio/api/document/prerendered.ts';
import { createLog } from '@portfolio/api/log.ts';
import { type PageBelow, pagesFile, type SitePage } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { PrerenderedPage } from '@portfolio/releases/release/parse-pages.ts';
import { releaseBase } from '@portfolio/releases/release/release.ts';
import { locator, readFromStore } from '@portfolio/releases/store/locate-faults.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { BrowserContextOptions, Page } from 'playwright';
import type { BrowserSession, Inspection, ServedSite } from './browser-session.ts';

/** A browser with the releases that it can open. */
export interface Stage extends Pick<LiveReleases, 'find'> {
  session: BrowserSession;
  store: Store;
  /** How long a page may take to show its heading and start its app, and again to hand over its markup. */
  timeoutMs: number;
}

export interface InspectedPage {
  release: ReleaseRef;
  set: LiveSet;
  /** Undefined for the shell's page for unknown paths. */
  entry: SitePage | undefined;
}

/** A page fails: in its app, or in its hydration. */
export class PageFailedError extends Error {
  override name = 'PageFailedError';
  readonly kind: 'broken' | 'not sendable';
  readonly faults: readonly string[];

  constructor(kind: PageFailedError['kind'], faults: readonly string[]) {
    super(faults.join('\n'));
    this.kind = kind;
    this.faults = faults;
  }
}

/** No section can have this path, as it has an underscore. */
const unknownPath = '/not_found';

/**
 * Opens a page without prerendered markup, and takes the markup and styles that its app makes.
 * @returns also whether it shows a title of the section's other pages
 * @throws PageFailedError
 */
export async function capturePage(
  stage: Stage,
  inspected: InspectedPage,
  locale: string,
): Promise<{ markup: PrerenderedPage; showsOthers: boolean }> {
  const { session, timeoutMs } = stage;
  // Each inspection has its own site, as the server caches documents with or without their page.
  using site = serveSet(stage, inspected.set);
  return await session.inspect(site, { locale }, async (inspection) => {
    await inspection.page.addInitScript(() => {
      Object.assign(globalThis, { SC_DISABLE_SPEEDY: true });
    });
    const others = new Set<string>();
    await inspection.page.exposeFunction('noteShown', (other: string) => others.add(other));
    await inspection.page.addInitScript(watchOthers, releaseBase(inspected.release) + pagesFile);
    const taken = Promise.withResolvers<PrerenderedPage>();
    await inspection.page.exposeFunction('takePage', taken.resolve);
    await openInspectedPage(inspection, site, inspected, stage);
    if (inspection.faults().length > 0) throw new PageFailedError('broken', inspection.faults());
    const deadline = sleep(timeoutMs, undefined, { ref: false });
    const made = await Promise.race([taken.promise, inspection.failed, deadline]);
    if (made) return { markup: toDocumentPart(made), showsOthers: others.size > 0 };
    inspection.addFault(`${pathOfPage(inspected)} is not made`);
    throw new PageFailedError('broken', inspection.faults());
  });
}

/** Runs in the page before its scripts: notes whether it reads titles of others in its section's list, as `usePages` does. */
function watchOthers(listFile: string): void {
  const { noteShown } = globalThis as unknown as { noteShown: (path: string) => void };
  const { json } = Response.prototype;
  const watch = ({ path, title }: PageBelow) =>
    new Proxy(title, {
      get(words, language) {
        noteShown(path);
        return Reflect.get(words, language);
      },
    });
  Response.prototype.json = async function () {
    const list = await json.call(this);
    if (new URL(this.url).pathname !== listFile) return list;
    return (list as PageBelow[]).map((page) =>
      page.path === location.pathname ? page : { ...page, title: watch(page) },
    );
  };
}

/** Removes React's preloads of pictures, which the browser finds in the document. */
function toDocumentPart({ html, css, stylesVersion, sheets }: PrerenderedPage): PrerenderedPage {
  const markup = String(html).replace(/^(?:<link [^>]*>)+/, '');
  const page: PrerenderedPage = {
    html: markup,
    css: String(css),
    stylesVersion: String(stylesVersion),
  };
  if (sheets) page.sheets = String(sheets);
  return page;
}

/** Languages alternate between both themes and window sizes. */
const appearances: readonly BrowserContextOptions[] = [
  { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
];

/** Opens a page with its prerendered markup, so that React reports differences from the app's. @throws PageFailedError */
export async function checkHydration(
  stage: Stage,
  inspected: InspectedPage,
  { markup, locale, turn }: { markup: PrerenderedPage; locale: string; turn: number },
): Promise<void> {
  const { name, id } = inspected.release;
  const options = { reducedMotion: 'reduce', ...appearances[turn % appearances.length] } as const;
  using site = serveSet(stage, inspected.set, () => ({ ...markup, madeOf: `${name}@${id}` }));
  const check = () =>
    stage.session.inspect(site, { ...options, locale }, async (inspection) => {
      await openInspectedPage(inspection, site, inspected, stage);
      return inspection.faults();
    });
  // A second check excludes failures by load.
  const faults = (await check()).length > 0 ? await check() : [];
  if (faults.length > 0) throw new PageFailedError('not sendable', faults);
}

/** One time-out each for the heading and the app, for pictures, and for the rest. */
const timeoutsOfPage = 3;

/** Opens a page and adds its faults. The whole is bounded, as a page in an endless loop answers nothing. */
async function openInspectedPage(
  inspection: Inspection,
  site: ServedSite,
  inspected: InspectedPage,
  stage: Stage,
): Promise<void> {
  const path = pathOfPage(inspected);
  const { timeoutMs } = stage;
  const opening = examinePage(inspection, site, inspected, stage).catch((error: Error) => {
    if (!error.message.includes('Execution context was destroyed')) throw error;
    inspection.addFault(`${path} goes on to another page by itself`);
  });
  const deadline = sleep(timeoutsOfPage * timeoutMs, 'late', { ref: false });
  if ((await Promise.race([opening, deadline])) === 'late')
    inspection.addFault(`${path} does not come to rest`);
}

async function examinePage(
  { page, addFault, addCause, failed, warningsRead }: Inspection,
  site: ServedSite,
  inspected: InspectedPage,
  { store, timeoutMs }: Stage,
): Promise<void> {
  const { release, set, entry } = inspected;
  const path = pathOfPage(inspected);
  const base = releaseBase(release);
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith(base) || response.status() < 400) return;
    const add = response.request().resourceType() === 'image' ? addFault : addCause;
    add(`${pathname} answers ${response.status()}`);
  });
  const document = await page.goto(site.origin + path, { timeout: 0, waitUntil: 'commit' });
  const status = document?.status();
  const isExpected = status === (entry ? 200 : 404);
  if (!isExpected) return addCause(`${path} answers ${status}`);
  const waitFor = (selector: string, otherwise: string) =>
    page
      .locator(selector)
      .first()
      .waitFor({ timeout: timeoutMs })
      .catch(() => addFault(`${path} ${otherwise}`));
  const appears = Promise.all([
    waitFor('main h1', 'shows no heading'),
    waitFor('html[data-ready]', 'does not get its app running'),
  ]);
  await Promise.race([appears, failed]);
  const { pathname } = new URL(page.url());
  if (pathname !== path)
    return addCause(
      `${path} goes on to ${pathname} by itself, so it is no page that can be sent: take it out of pages.yaml, or navigate when a visitor does something`,
    );
  // The shell shows an alert for a section that failed or timed out.
  if (await page.locator('main [role=alert]').count())
    addFault(`${path} cannot be opened, or throws while rendering`);
  const live = release.name === 'shell' ? set.shell : set.sections[release.name]?.[0];
  for (const file of await picturesOf(page, base)) {
    if (!(file in (live?.files ?? {}))) addFault(`${path} shows ${file}, which is missing`);
  }
  await page.waitForLoadState('load', { timeout: 0 });
  // A lazy part hydrates later. With two open pages the callback may never come, hence the time-out.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1000 })),
  );
  for (const fault of await missingTexts(page, release, set)) addFault(fault);
  for (const fault of await refusedStyles(page, release, store)) addFault(fault);
  await warningsRead();
}

/** The pictures of a release that the page names, including those that it has not loaded yet. */
async function picturesOf(page: Page, base: string): Promise<string[]> {
  const addresses = await page.locator('img, source').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const sets = picture.getAttribute('srcset')?.split(',') ?? [];
      const choices = sets.map((choice) => choice.trim().split(' ')[0] ?? '');
      return [picture.getAttribute('src') ?? '', ...choices];
    }),
  );
  const own = addresses.filter((address) => address.startsWith(base));
  return [...new Set(own.map((address) => address.slice(base.length)))];
}

/** Texts that the page did not find, except those of other sections. */
async function missingTexts(page: Page, { name }: ReleaseRef, set: LiveSet): Promise<string[]> {
  const { language, paths } = await page.evaluate(() => {
    const { missingTexts } = globalThis as typeof globalThis & { missingTexts?: Set<string> };
    return { language: document.documentElement.lang, paths: [...(missingTexts ?? [])] };
  });
  const others = Object.keys(set.sections).filter((section) => section !== name);
  return paths
    .filter((path) => !others.includes(path.split('.')[0] ?? ''))
    .map((path) => `The page shows ${path}, which locales/${language}.yaml lacks`);
}

/** Style elements that scripts fill with text: a sentence for each, with the line of the sources. */
async function refusedStyles(page: Page, { name }: ReleaseRef, store: Store): Promise<string[]> {
  const found = await page.evaluate(() => {
    const { refusedStyles } = globalThis as typeof globalThis & { refusedStyles?: Set<string> };
    return [...(refusedStyles ?? [])];
  });
  const locate = locator(readFromStore(store));
  const places = found.map((address) => address.replace(/^.*\/releases\/([^/]+)\//, '$1@'));
  const lines = await Promise.all(places.map((place) => locate(place, name)));
  return [...new Set(lines)].map(
    (line) =>
      `${line} fills a <style> with text, which the site's policy refuses. Import the styles as CSS, or let the library fill its sheet by rules (Emotion: \`speedy\`) or stand in a shadow root (CodeMirror: \`root\`).`,
  );
}

export function pathOfPage({ entry }: Pick<InspectedPage, 'entry'>): string {
  return entry?.path ?? unknownPath;
}

/** Serves a site whose live set is this one. Requests of its sections to other origins get no answer. */
export function serveSet(
  { session, store, find }: Omit<Stage, 'timeoutMs'>,
  set: LiveSet,
  pageOf = noPages,
): ServedSite {
  const live = { current: async () => set, find, refuse() {}, trouble: () => undefined };
  const site = createApp({ store, log: createLog('silent'), live, pageOf });
  return session.serve(site, store.connectOrigins);
}
