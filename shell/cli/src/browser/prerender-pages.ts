import os from 'node:os';
import { layoutOf } from '@portfolio/api/document/prerendered.ts';
import { createLog } from '@portfolio/api/log.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { defaultLanguage } from '@portfolio/contract/texts.ts';
import {
  followLiveReleases,
  type LiveReleases,
} from '@portfolio/releases/live/follow-live-releases.ts';
import { assembleSet, type LiveSet } from '@portfolio/releases/live/live-set.ts';
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
import { lookAtPage, type PageToSee } from './look-at-page.ts';
import { makePageOnce } from './pages-made-once.ts';

/** Fifty posts in two languages take a third of this on two cores. */
const mostMsBelow = 120_000;

/** Of a release that is only inspected: all its pages are made later. */
const mostInspected = 8;

/** How pages are made, and where to it is reported. */
export interface PrerenderOptions {
  /** The release that is to go live; without one all that is missing is made, of what is live. */
  release?: ReleaseRef | undefined;
  /** Opens the pages that visitors get in one language, and keeps nothing. */
  isInspectedOnly?: boolean;
  /** Is told what is made. */
  report: (line: string) => void;
  /** Is told which pages fail. */
  warn: (line: string) => void;
  /** How a refusal of this release begins, and where it can be seen. */
  refusal: { begin: string; link: string };
  timeoutMs?: number;
}

/**
 * Makes the pages that are missing, each opened in a browser and examined there: of what is live and of
 * what it falls back to, under the live shell and under the one before, so that a roll-back of either
 * finds its pages.
 * @returns whether there is a site that shows the release
 * @throws ReleaseRefusedError when a page that visitors would get fails
 */
export async function prerenderPages(
  session: BrowserSession,
  store: Store,
  { release, isInspectedOnly = false, report, warn, refusal, timeoutMs = 20_000 }: PrerenderOptions,
): Promise<boolean> {
  const { current, find } = followLiveReleases(store, createLog('silent'));
  const live = (await current()) ?? (release && (await firstSet(find, release)));
  if (!live) return false;
  const stage = { session, store, find, timeoutMs };
  const missing = await listMissingPages(stage, live, release);
  const pages = isInspectedOnly
    ? missing.filter(({ isForVisitors }) => isForVisitors).slice(0, mostInspected)
    : missing;
  if (!release && pages.length > 0) {
    const names = [...new Set(pages.map((page) => page.release.name))].sort();
    report(`Making the prerendered pages of ${names.join(', ')}.`);
  }
  const isDeployedPage = ({ release: { name }, isForVisitors, isBelow }: PageToMake) =>
    name === release?.name && isForVisitors && !isBelow;
  /** A failure that visitors would see refuses the release; another one is told. */
  const refuseOrWarn = (page: PageToMake, { is, faults }: PageFailure) => {
    const isOwnPage = !page.isBelow && page.release.name === (release ?? page.release).name;
    const named = isOwnPage ? faults : faults.map((fault) => `${pathOfPage(page)}: ${fault}`);
    if (release && page.isForVisitors)
      throw new ReleaseRefusedError(
        `${refusal.begin}: ${sentences[is](listFaults(named), refusal.link)}`,
      );
    warn(`${nameOf(page)} is not prerendered under shell@${page.shell}: ${named[0]}`);
  };
  const lastStart = Date.now() + mostMsBelow;
  let skipped = 0;
  await pLimit(os.availableParallelism()).map(pages, async (page) => {
    const startedAt = Date.now();
    const failure = isInspectedOnly
      ? await inspectPage(stage, page)
      : await makePage(stage, page, { lastStart, isSeen: isDeployedPage(page), live, report });
    if (failure === 'late') {
      skipped += 1;
    } else if (failure) {
      refuseOrWarn(page, failure);
    } else if (!page.isBelow && !isInspectedOnly) {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      report(`Prerendered ${nameOf(page)} under shell@${page.shell} (${seconds} s).`);
    }
  });
  if (skipped > 0)
    warn(
      `${skipped} pages below their section's own are not prerendered: it takes more than ${mostMsBelow / 1000} s. \`npm run portfolio -- prerender\` goes on with them.`,
    );
  return true;
}

/** How a page failed: opened as the app makes it, with its markup in the document, or for some who use it. */
interface PageFailure {
  is: 'broken' | 'not hydrated' | 'not usable';
  faults: readonly string[];
}

const sentences: Record<PageFailure['is'], (faults: string, link: string) => string> = {
  broken: (faults, link) => `in a browser it fails.\n${faults}\nSee for yourself: ${link}`,
  'not hydrated': (faults) =>
    `its page cannot be sent within the document.\n${faults}\nWhat a page shows first must be the site's own, and not depend on the window, the theme, the time or what is stored: CSS and effects can.`,
  'not usable': (faults) =>
    `not everyone can use its page.\n${faults}\nWhat a rule means: https://dequeuniversity.com/rules/axe/4.14 followed by its name, such as /color-contrast.`,
};

interface MakingOptions {
  /** A page below the section's own is not begun after it. */
  lastStart: number;
  /** It is the own page of what is deployed: pictures of it are compared with those of the live one. */
  isSeen: boolean;
  live: LiveSet;
  report: (line: string) => void;
}

/** The very first release is a shell, whose set is empty. */
async function firstSet(
  find: LiveReleases['find'],
  release: ReleaseRef,
): Promise<LiveSet | undefined> {
  const found = await find(release);
  return assembleSet([{ name: release.name, releases: found ? [found] : [], faults: [] }]);
}

function nameOf({ release: { name, id } }: PageToMake): string {
  return `${name}@${id}`;
}

/** The default language first: a fault is named as most of its readers would see it. */
function languagesOf({ set }: PageToMake): string[] {
  return [...set.texts.keys()].sort(
    (a, b) => Number(b === defaultLanguage) - Number(a === defaultLanguage),
  );
}

/** Opens a page in one language. */
async function inspectPage(stage: Stage, page: PageToMake): Promise<PageFailure | undefined> {
  const markup = await capturePage(stage, page, languagesOf(page)[0] ?? defaultLanguage);
  return 'html' in markup ? undefined : { is: 'broken', faults: markup };
}

/**
 * Makes a page, unless it was made of the same before, and keeps it in the store.
 * @returns 'late' for one below the section's own that would have to be made after `lastStart`
 */
async function makePage(
  stage: Stage,
  page: PageToMake,
  { lastStart, isSeen, live, report }: MakingOptions,
): Promise<PageFailure | 'late' | undefined> {
  const release = findRelease(stage.store, page.release);
  if (!release) return { is: 'broken', faults: ['its description in the store is damaged.'] };
  let failure: PageFailure | 'late' | undefined;
  const made = await makePageOnce({ ...page, release }, async () => {
    const opened = page.isBelow && Date.now() > lastStart ? 'late' : await openInAll(stage, page);
    const parsed = opened instanceof Map ? await parseMade(page, opened) : opened;
    const isMade = parsed !== 'late' && !('is' in parsed);
    if (isMade) return parsed;
    failure = parsed;
    return undefined;
  });
  if (!made) return failure;
  const markup = made.get(defaultLanguage);
  if (isSeen && markup) {
    const pages = { next: page, live: ownPage(live, page), markup };
    const faults = await lookAtPage(stage, pages, report);
    if (faults.length > 0) return { is: 'not usable', faults };
  }
  await keepPages(stage.store, { ...page.release, layout: page.layout }, made);
  return undefined;
}

/** The page that visitors have in the place of one; nothing where it is new. */
function ownPage(live: LiveSet, { release: { name } }: PageToMake): PageToSee | undefined {
  const id = name === 'shell' ? live.shell.id : live.sections[name]?.[0]?.id;
  if (id === undefined) return undefined;
  const entry = live.pages.find(({ section }) => section === name);
  return { release: { name, id }, set: live, layout: layoutOf(live), entry };
}

/** What a browser made is as untrusted as what a team sends. */
async function parseMade(
  { release: { name, id }, layout }: PageToMake,
  made: PrerenderedPages,
): Promise<PrerenderedPages | PageFailure> {
  const what = `The page of ${name}@${id} under ${layout}`;
  return parsePages(Buffer.from(writePages(made)), what).catch((error) => {
    if (!(error instanceof BadPagesError)) throw error;
    return { is: 'not hydrated', faults: [error.message] };
  });
}

/**
 * Opens a page in every language of its set, and each again with its markup. One below the section's own is
 * opened again in one of them, as the others are drawn by the same component; which one differs from page to
 * page, so that each language is seen.
 */
async function openInAll(
  stage: Stage,
  page: PageToMake,
): Promise<Map<string, PrerenderedPage> | PageFailure> {
  const languages = languagesOf(page);
  const hydratedTurn = pathOfPage(page).length % languages.length;
  const made = new Map<string, PrerenderedPage>();
  for (const [turn, locale] of languages.entries()) {
    const markup = await capturePage(stage, page, locale);
    if (!('html' in markup)) return { is: 'broken', faults: markup };
    made.set(locale, markup);
    if (page.isBelow && turn !== hydratedTurn) continue;
    const faults = await checkHydration(stage, page, { markup, locale, turn });
    if (faults.length > 0) return { is: 'not hydrated', faults };
  }
  return made;
}
