/// <reference lib="dom" />
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { layoutOf, pagesLayoutOf } from '@portfolio/api/document/prerendered.ts';
import { createLog } from '@portfolio/api/log.ts';
import type { SitePage } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { BadPagesError, type PrerenderedPage } from '@portfolio/releases/release/parse-pages.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { listFaults, ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { keepPages, layoutsOf } from '@portfolio/releases/store/prerendered-pages.ts';
import { fallbackDepth, listNames, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import type { BrowserContextOptions } from 'playwright';
import type { ServedSite, Session, Visit } from './browser-session.ts';
import { pagesOfName, type Stage, serveSet, unknownPath } from './inspect-release.ts';

/** Fifty posts in two languages take a third of this on two cores. */
const mostMsBelow = 120_000;

/** A page that is missing: of one release under one shell, and the set it is made with. */
interface MissingPage {
  shell: string;
  release: ReleaseRef;
  set: LiveSet;
  layout: string;
  /** None for the shell's own, which is the one for unknown paths. */
  entry: SitePage | undefined;
}

/** Who is told what is made and which pages fail, and what becomes of a release that fails. */
interface Reporting extends Record<'say' | 'warn', (line: string) => void> {
  outcome: string;
}

/**
 * Makes the pages that a release needs when it goes live; without one, all that are missing: of what
 * is live and of what it falls back to, under the live shell and under the one before, so that a
 * roll-back of either finds its pages.
 * @throws ReleaseRefusedError when visitors would get one that the app cannot take over.
 */
export async function prerender(
  session: Session,
  store: Store,
  release: Release | undefined,
  { say, warn, outcome }: Reporting,
): Promise<void> {
  const { current, find } = followLiveReleases(store, createLog('silent'));
  const live = await current();
  // The very first release is a shell, with an empty set.
  if (!live) return;
  const set = release ? await withReleases({ find }, live, [release]) : live;
  const stage = { session, store, find };
  const missing = await missingPages(stage, set, release);
  if (!release && missing.length > 0) {
    const names = [...new Set(missing.map((page) => page.release.name))].sort();
    say(`Making the prerendered pages of ${names.join(', ')}.`);
  }
  missing.sort((a, b) => Number(isBelow(a)) - Number(isBelow(b)));
  const late = Date.now() + mostMsBelow;
  let skipped = 0;
  await pLimit(os.availableParallelism()).map(missing, async (page) => {
    const { name, id } = page.release;
    const ref = `${name}@${id}`;
    const at = (fault = '') => (isBelow(page) ? `${page.entry?.path}: ${fault}` : fault);
    const started = Date.now();
    if (isBelow(page) && started > late) {
      skipped += 1;
      return;
    }
    const { pages, faults } = await makePages(stage, page);
    if (faults.length === 0) {
      await keepPages(store, { ...page.release, layout: page.layout }, pages).catch((error) => {
        if (!(error instanceof BadPagesError)) throw error;
        faults.push(error.message);
      });
    }
    if (faults.length === 0 && isBelow(page)) return;
    if (faults.length === 0) {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      return say(`Prerendered ${ref} under shell@${page.shell} (${seconds} s).`);
    }
    if (release && isForVisitors(set, page.shell, page.release))
      throw new ReleaseRefusedError(
        `${ref} ${outcome}: its page cannot be sent within the document.\n${listFaults(faults.map(at))}\nWhat a page shows first must be the site's own, and not depend on the window, the theme, the time or what is stored: CSS and effects can.`,
      );
    warn(`${ref} is not prerendered under shell@${page.shell}: ${at(faults[0])}`);
  });
  if (skipped > 0)
    warn(
      `${skipped} pages below their section's own are not prerendered: it takes more than ${mostMsBelow / 1000} s. \`npm run portfolio -- prerender\` goes on with them.`,
    );
}

/** Pages below a section's own are many: they are made last, while there is time. */
function isBelow({ entry }: MissingPage): boolean {
  return entry?.title !== undefined;
}

/** Whether visitors of this set get a release under this very shell. */
function isForVisitors(set: LiveSet, shell: string, { name, id }: ReleaseRef): boolean {
  const live = name === 'shell' ? set.shell : set.sections[name]?.[0];
  return shell === set.shell.id && id === live?.id;
}

/** The pages that are not in the store yet. */
async function missingPages(
  { store, find }: Pick<Stage, 'store' | 'find'>,
  live: LiveSet,
  release: Release | undefined,
): Promise<MissingPage[]> {
  const missing: MissingPage[] = [];
  const idsOf = new Map<string, string[]>();
  for (const name of new Set(['shell', ...listNames(store)])) {
    const { ids } = readLiveOf(store, name);
    // What visitors may get: the live release, which is the new one soon, and the one before.
    const soon = release?.name === name ? [release.id, ...ids] : ids;
    idsOf.set(name, [...new Set(soon)].slice(0, fallbackDepth));
  }
  // A shell's own page is the one for unknown paths.
  for (const shell of idsOf.get('shell') ?? [])
    for (const [name, ids] of idsOf)
      for (const id of name === 'shell' ? [shell] : ids) {
        // Under a new shell all pages are its own.
        const isOwn = release?.name === 'shell' ? shell === release.id : id === release?.id;
        if (release && !isOwn) continue;
        const refs = [
          { name: 'shell', id: shell },
          { name, id },
        ];
        // Without fallbacks, which would hide one that fails.
        const set = await withReleases({ find }, live, refs, ['shell', name]);
        const known = layoutsOf(store, { name, id });
        const pages = name === 'shell' ? [undefined] : pagesOfName(set, name);
        // Those below a section's own are many: they are made for what visitors have.
        const wanted = isForVisitors(live, shell, { name, id }) ? pages : pages.slice(0, 1);
        for (const entry of wanted) {
          const own = layoutOf(set);
          const layout = entry ? pagesLayoutOf(own, { name, page: pages[0] }, entry) : own;
          if (!known.includes(layout))
            missing.push({ shell, release: { name, id }, set, layout, entry });
        }
      }
  return missing;
}

/**
 * A page in every language that is offered, each made and taken over in a fresh visit. One below the
 * section's own is taken over in one of them: the others are drawn by the same component.
 */
async function makePages(stage: Stage, missing: MissingPage) {
  const { set, release, entry } = missing;
  const path = entry?.path ?? unknownPath;
  const languages = [...set.texts.keys()];
  const pages = new Map<string, PrerenderedPage>();
  const faults = new Set<string>();
  const madeOf = `${release.name}@${release.id}`;
  for (const [turn, locale] of languages.entries()) {
    // A site for each visit: documents are kept as they were made, with their page or without.
    using bare = serveSet(stage, set);
    const page = await capturePage(stage.session, bare, path, locale);
    if (!('html' in page)) {
      for (const fault of page) faults.add(fault);
      break;
    }
    pages.set(locale, page);
    if (isBelow(missing) && turn !== path.length % languages.length) continue;
    using site = serveSet(stage, set, () => ({ ...page, madeOf }));
    for (const fault of await checkTakeOver(stage.session, site, path, { locale, turn }))
      faults.add(fault);
  }
  return { pages, faults: [...faults] };
}

/** How long the app may take to start, and to make a page or take one over. */
const timeoutMs = 60_000;

/** Has a page made by the app in a fresh visit: only markup and styles come out of the browser. */
function capturePage(
  session: Session,
  site: ServedSite,
  path: string,
  locale: string,
): Promise<PrerenderedPage | readonly string[]> {
  return session.visit(site, { locale }, async ({ page, failed, faults }) => {
    // Styles as they were written, not as the browser reads them.
    await page.addInitScript('globalThis.SC_DISABLE_SPEEDY = true');
    const taken = Promise.withResolvers<PrerenderedPage>();
    await page.exposeFunction('takePage', taken.resolve);
    await page.goto(site.origin + path, { waitUntil: 'commit' });
    const deadline = sleep(timeoutMs, undefined, { ref: false });
    const made = await Promise.race([taken.promise, failed, deadline]);
    if (made) return asDocumentPart(made);
    return [...faults(), `${path} is not made`];
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

/** Has the app take over a page that came within its document: React says what differs from what it makes itself. */
export async function checkTakeOver(
  session: Session,
  site: ServedSite,
  path: string,
  { locale, turn }: { locale: string; turn: number },
): Promise<string[]> {
  const options = { reducedMotion: 'reduce', ...looks[turn % looks.length], locale } as const;
  const check = () =>
    session.visit(site, options, async (visit) => {
      await takeOver(visit, site.origin + path).catch(({ message }: Error) =>
        visit.note(message.split('\n')[0] ?? ''),
      );
      return visit.faults();
    });
  // Repeated to exclude transient load: a page at fault fails twice.
  return (await check()).length > 0 ? check() : [];
}

async function takeOver({ page, failed }: Visit, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  const ready = page.locator('html[data-ready]').waitFor({ timeout: timeoutMs });
  await Promise.race([ready, failed]);
  // A lazy part of the page is taken over later.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}
