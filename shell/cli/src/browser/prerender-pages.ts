import os from 'node:os';
import { layoutOf } from '@portfolio/api/document/prerendered.ts';
import { createLog } from '@portfolio/api/log.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { defaultLanguage } from '@portfolio/contract/texts.ts';
import {
  followLiveReleases,
  type LiveReleases,
} from '@portfolio/releases/live/follow-live-releases.ts';
import { assembleSet, type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';
import {
  BadPagesError,
  type PrerenderedPage,
  type PrerenderedPages,
  parsePages,
  writePages,
} from '@portfolio/releases/release/parse-pages.ts';
import { listFaults, ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { keepPages } from '@portfolio/releases/store/prerendered-pages.ts';
import { findRelease } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import type { BrowserSession } from './browser-session.ts';
import { capturePage, checkHydration, pathOfPage, type Stage } from './inspect-page.ts';
import { listMissingPages, type PageToMake } from './list-missing-pages.ts';
import { lookAtPage } from './look-at-page.ts';
import { makePageOnce } from './pages-made-once.ts';

/** After this time no further subpage is opened. Fifty posts in two languages take 40 s on two cores. */
const mostMsForSubpages = 120_000;

/** How many pages of a release are only inspected; prerendering opens all of them later. */
const mostInspected = 8;

export interface PrerenderOptions {
  /** The release that will go live; without it all missing pages of live releases are made. */
  deployed?: ReleaseRef | undefined;
  /** Only opens pages that visitors will get, in one language. */
  isInspectedOnly?: boolean;
  /** Reports what is made. */
  report: (line: string) => void;
  /** Reports pages that fail. */
  warn: (line: string) => void;
  /** The begin of a refusal of the deployed release, and the address of its preview. */
  refusal: { begin: string; link: string };
  timeoutMs?: number;
}

/**
 * Makes and examines missing pages of live releases and those before, under the live shell and the one before.
 * With a deployed release, only the pages that it changes. A page that this machine has made of the same sources
 * comes from its cache.
 * @returns whether there is a site that shows the deployed release
 * @throws ReleaseRefusedError if a page that visitors would get fails
 */
export async function prerenderPages(
  session: BrowserSession,
  store: Store,
  options: PrerenderOptions,
): Promise<boolean> {
  const { deployed, isInspectedOnly = false, timeoutMs = 20_000 } = options;
  const { current, find } = followLiveReleases(store, createLog('silent'));
  const live = (await current()) ?? (deployed && (await firstSet(find, deployed)));
  if (!live) return false;
  const stage = { session, store, find, timeoutMs };
  const missing = await listMissingPages(stage, live, deployed);
  if (isInspectedOnly) await inspectPages(stage, missing, options);
  else await makePages({ ...stage, live }, missing, options);
  return true;
}

/** The set of the first release, a shell without sections. */
async function firstSet(
  find: LiveReleases['find'],
  release: ReleaseRef,
): Promise<LiveSet | undefined> {
  const found = await find(release);
  return assembleSet([{ name: release.name, releases: found ? [found] : [], faults: [] }]);
}

/** A page fails: in its app, in its hydration, or for some of its users. */
class PageFailedError extends Error {
  override name = 'PageFailedError';
  readonly kind: keyof typeof refusals;
  readonly faults: readonly string[];

  constructor(kind: keyof typeof refusals, faults: readonly string[]) {
    super(faults.join('\n'));
    this.kind = kind;
    this.faults = faults;
  }
}

const refusals = {
  broken: (faults: string, link: string) =>
    `in a browser it fails.\n${faults}\nSee for yourself: ${link}`,
  'not sendable': (faults: string) =>
    `its page cannot be sent within the document.\n${faults}\nWhat a page shows first must be the site's own, and not depend on the window, the theme, the time or what is stored: CSS and effects can.`,
  'not usable': (faults: string) =>
    `not everyone can use its page.\n${faults}\nWhat a rule means: https://dequeuniversity.com/rules/axe/4.14 followed by its name, such as /color-contrast.`,
};

/**
 * Handles pages, as many at a time as there are cores. A failure on a page that visitors would get refuses the
 * deployed release; other failures are reported.
 */
async function forEachPage(
  pages: readonly PageToMake[],
  { deployed, warn, refusal }: PrerenderOptions,
  act: (page: PageToMake) => Promise<void>,
): Promise<void> {
  await pLimit(os.availableParallelism()).map(pages, async (page) => {
    await act(page).catch((error) => {
      if (!(error instanceof PageFailedError)) throw error;
      const needsPath = page.isSubpage || (deployed && page.release.name !== deployed.name);
      const faults = error.faults.map((fault) =>
        needsPath ? `${pathOfPage(page)}: ${fault}` : fault,
      );
      if (deployed && page.isForVisitors)
        throw new ReleaseRefusedError(
          `${refusal.begin}: ${refusals[error.kind](listFaults(faults), refusal.link)}`,
        );
      warn(`${nameOf(page)} is not prerendered under shell@${page.shell}: ${faults[0]}`);
    });
  });
}

function nameOf({ release: { name, id } }: PageToMake): string {
  return `${name}@${id}`;
}

async function inspectPages(
  stage: Stage,
  missing: readonly PageToMake[],
  options: PrerenderOptions,
): Promise<void> {
  const pages = missing.filter(({ isForVisitors }) => isForVisitors).slice(0, mostInspected);
  await forEachPage(pages, options, async (page) => {
    await capture(stage, page, languagesOf(page)[0] ?? defaultLanguage);
  });
}

/** `live` has the pages whose pictures are compared with new ones. */
type MakingStage = Stage & { live: LiveSet };

/** Makes and stores pages in every language; starts no subpage after the time is up. */
async function makePages(
  stage: MakingStage,
  pages: readonly PageToMake[],
  options: PrerenderOptions,
): Promise<void> {
  const { deployed, report, warn } = options;
  if (!deployed && pages.length > 0) {
    const names = [...new Set(pages.map((page) => page.release.name))].sort();
    report(`Making the prerendered pages of ${names.join(', ')}.`);
  }
  const lastStart = Date.now() + mostMsForSubpages;
  let skipped = 0;
  await forEachPage(pages, options, async (page) => {
    const startedAt = Date.now();
    const made = await makePage(stage, page, lastStart);
    if (!made) {
      skipped += 1;
      return;
    }
    const isMainOfDeployed = page.release.name === deployed?.name && !page.isSubpage;
    if (isMainOfDeployed && page.isForVisitors) await look(stage, page, made, report);
    await keepPages(stage.store, { ...page.release, layout: page.layout }, made);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    if (!page.isSubpage)
      report(`Prerendered ${nameOf(page)} under shell@${page.shell} (${seconds} s).`);
  });
  if (skipped > 0)
    warn(
      `${skipped} pages below their section's own are not prerendered: it takes more than ${mostMsForSubpages / 1000} s. \`npm run portfolio -- prerender\` goes on with them.`,
    );
}

/**
 * Makes a page, or finds it in the cache.
 * @returns undefined for a subpage that is not cached after `lastStart`
 * @throws PageFailedError
 */
async function makePage(
  stage: Stage,
  page: PageToMake,
  lastStart: number,
): Promise<PrerenderedPages | undefined> {
  const release = findRelease(stage.store, page.release);
  if (!release) throw new PageFailedError('broken', ['its description in the store is damaged.']);
  return makePageOnce({ ...page, release }, async () => {
    const isLate = page.isSubpage && Date.now() > lastStart;
    return isLate ? undefined : parseMade(page, await openInAll(stage, page));
  });
}

/**
 * Opens a page in every language, and again with its markup to check hydration. Subpages share a component, so
 * each is checked in one language only; which one differs, so that every language is checked.
 * @throws PageFailedError
 */
async function openInAll(
  stage: Stage,
  page: PageToMake,
): Promise<ReadonlyMap<string, PrerenderedPage>> {
  const languages = languagesOf(page);
  const hydratedTurn = pathOfPage(page).length % languages.length;
  const made = new Map<string, PrerenderedPage>();
  for (const [turn, locale] of languages.entries()) {
    const markup = await capture(stage, page, locale);
    made.set(locale, markup);
    if (page.isSubpage && turn !== hydratedTurn) continue;
    const faults = await checkHydration(stage, page, { markup, locale, turn });
    if (faults.length > 0) throw new PageFailedError('not sendable', faults);
  }
  return made;
}

/** The default language comes first, as most readers of a fault know it. */
function languagesOf({ set }: PageToMake): string[] {
  return [...set.texts.keys()].sort(
    (a, b) => Number(b === defaultLanguage) - Number(a === defaultLanguage),
  );
}

/** @throws PageFailedError */
async function capture(stage: Stage, page: PageToMake, locale: string): Promise<PrerenderedPage> {
  const captured = await capturePage(stage, page, locale);
  if ('html' in captured) return captured;
  throw new PageFailedError('broken', captured);
}

/** Parses a browser's result, which is as untrusted as a team's upload. @throws PageFailedError */
async function parseMade(
  { release: { name, id }, layout }: PageToMake,
  made: PrerenderedPages,
): Promise<PrerenderedPages> {
  const what = `The page of ${name}@${id} under ${layout}`;
  return parsePages(Buffer.from(writePages(made)), what).catch((error) => {
    throw error instanceof BadPagesError
      ? new PageFailedError('not sendable', [error.message])
      : error;
  });
}

/** Compares the main page of a release (of a shell the one for unknown paths) with the live one. @throws PageFailedError for serious faults of accessibility */
async function look(
  stage: MakingStage,
  next: PageToMake,
  made: PrerenderedPages,
  report: (line: string) => void,
): Promise<void> {
  const markup = made.get(defaultLanguage);
  if (!markup) return;
  const { name } = next.release;
  const release = releasesOf(stage.live).find((each) => each.name === name);
  const entry = stage.live.pages.find(({ section }) => section === name);
  const livePage = release && { release, set: stage.live, layout: layoutOf(stage.live), entry };
  const faults = await lookAtPage(stage, { next, live: livePage, markup }, report);
  if (faults.length > 0) throw new PageFailedError('not usable', faults);
}
