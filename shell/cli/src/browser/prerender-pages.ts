import os from 'node:os';
import { createLog } from '@portfolio/api/log.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { defaultLanguage } from '@portfolio/contract/texts.ts';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { assembleSet } from '@portfolio/releases/live/live-set.ts';
import { listFaults, ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { keepPages } from '@portfolio/releases/store/prerendered-pages.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import { withoutControls } from '../terminal/terminal.ts';
import type { BrowserSession } from './browser-session.ts';
import { capturePage, PageFailedError, pathOfPage, type Stage } from './inspect-page.ts';
import { listMissingPages, type PageToMake } from './list-missing-pages.ts';
import { languagesOf, makePage } from './make-page.ts';

/** How many pages `inspectDeployed` opens. */
const mostInspected = 8;

export interface OpeningOptions {
  /** The release that will go live; without it all missing pages of live releases are opened. */
  deployed?: ReleaseRef | undefined;
  /** Reports what is made. */
  report: (line: string) => void;
  /** Reports pages that fail. */
  warn: (line: string) => void;
  /** The begin of a refusal of the deployed release, and the address of its preview. */
  refusal: { begin: string; link: string };
  timeoutMs?: number;
}

/**
 * Opens the pages that visitors will get of a deployed release, in one language, and stores none. Called by
 * `deploy --changed` before each release goes live, as it makes the pages of all of them at its end.
 * @returns whether there is a site that shows the release
 * @throws ReleaseRefusedError if a page fails
 */
export async function inspectDeployed(
  session: BrowserSession,
  store: Store,
  options: OpeningOptions,
): Promise<boolean> {
  const work = await listWork(session, store, options);
  if (!work) return false;
  const pages = work.missing.filter(({ isForVisitors }) => isForVisitors);
  await forEachPage(pages.slice(0, mostInspected), options, async (page) => {
    await capturePage(work.stage, page, languagesOf(page)[0] ?? defaultLanguage);
  });
  return true;
}

/**
 * Makes and stores missing pages of live releases and those before, under the live shell and the one
 * before. Called before a release goes live, for the pages that it changes, and after a change of what is live.
 * @returns whether there is a site
 * @throws ReleaseRefusedError if a page of the deployed release fails that visitors would get
 */
export async function prerenderPages(
  session: BrowserSession,
  store: Store,
  options: OpeningOptions,
): Promise<boolean> {
  const work = await listWork(session, store, options);
  if (!work) return false;
  const { stage, missing } = work;
  const { deployed, report } = options;
  if (!deployed && missing.length > 0) {
    const names = [...new Set(missing.map((page) => page.release.name))].sort();
    report(`Making the prerendered pages of ${names.join(', ')}.`);
  }
  await forEachPage(missing, options, async (page) => {
    const startedAt = Date.now();
    const made = await makePage(stage, page);
    await keepPages(store, { ...page.release, layout: page.layout }, made);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    if (!page.isSubpage)
      report(`Prerendered ${nameOf(page)} under shell@${page.shell} (${seconds} s).`);
  });
  return true;
}

/** Lists the missing pages, with all that is needed to open them; undefined if there is no site. */
async function listWork(
  session: BrowserSession,
  store: Store,
  { deployed, timeoutMs = 20_000 }: OpeningOptions,
) {
  const { current, find } = followLiveReleases(store, createLog('silent'));
  const first = deployed && (await find(deployed));
  // The first release of a site is a shell, without sections.
  const alone = first && assembleSet([{ name: first.name, releases: [first], faults: [] }]);
  const live = (await current()) ?? alone;
  if (!live) return undefined;
  const stage: Stage = { session, store, find, timeoutMs };
  return { stage, missing: await listMissingPages(stage, live, deployed) };
}

/**
 * Handles pages, as many at a time as there are cores. A failure on a page that visitors would get refuses the
 * deployed release; other failures are reported.
 */
async function forEachPage(
  pages: readonly PageToMake[],
  { deployed, warn, refusal }: OpeningOptions,
  act: (page: PageToMake) => Promise<void>,
): Promise<void> {
  await pLimit(os.availableParallelism()).map(pages, async (page) => {
    await act(page).catch((error) => {
      if (!(error instanceof PageFailedError)) throw error;
      const faults = isMainOf(deployed, page)
        ? error.faults
        : error.faults.map((fault) => `${pathOfPage(page)}: ${fault}`);
      if (deployed && page.isForVisitors)
        throw new ReleaseRefusedError(
          `${refusal.begin}: ${refusals[error.kind](listFaults(faults), refusal.link)}`,
        );
      // The page of another team may throw control characters.
      const fault = withoutControls(faults[0] ?? '');
      warn(`${nameOf(page)} is not prerendered under shell@${page.shell}: ${fault}`);
    });
  });
}

const refusals: Record<PageFailedError['kind'], (faults: string, link: string) => string> = {
  broken: (faults, link) => `in a browser it fails.\n${faults}\nSee for yourself: ${link}`,
  'not sendable': (faults) =>
    `its page cannot be sent within the document.\n${faults}\nWhat a page shows first must be the site's own, and not depend on the window, the theme, the time or what is stored: CSS and effects can.`,
};

function isMainOf(release: ReleaseRef | undefined, page: PageToMake): boolean {
  return page.release.id === release?.id && !page.isSubpage;
}

function nameOf({ release: { name, id } }: PageToMake): string {
  return `${name}@${id}`;
}
