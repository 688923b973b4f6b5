/// <reference lib="dom" />

import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '@portfolio/api/create-app.ts';
import { noPages } from '@portfolio/api/document/prerendered.ts';
import { createLog } from '@portfolio/api/log.ts';
import type { SitePage } from '@portfolio/contract/pages.ts';
import {
  followLiveReleases,
  type LiveReleases,
} from '@portfolio/releases/live/follow-live-releases.ts';
import {
  assembleSet,
  type LiveSet,
  pagesByPath,
  withReleases,
} from '@portfolio/releases/live/live-set.ts';
import { type Release, releaseBase } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Page } from 'playwright';
import type { Session, Visit } from './browser-session.ts';

/** All of a page together: one of endless work answers nothing, and what asks it never ends. */
const timeoutsOfPage = 3;

/** Opens every page that shows something of a release, until one fails. @returns nothing when no page shows it */
export async function inspectRelease(
  session: Session,
  store: Store,
  release: Release,
  // How long a page may take until its heading is there.
  { timeoutMs = 15_000 } = {},
): Promise<string[] | undefined> {
  const releases = followLiveReleases(store, createLog('silent'));
  const live = (await releases.current()) ?? (await firstSet(releases, release));
  if (!live) return undefined;
  // Without a fallback, which would hide that it fails.
  const set = await withReleases(releases, live, [release], [release.name]);
  const paths = pathsOf(set, release);
  if (paths.length === 0) return undefined;
  using site = serveSet({ session, store, find: releases.find }, set);
  return await session.visit(site, {}, async (visit) => {
    visit.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith(releaseBase(release)) && response.status() >= 400)
        visit.note(`${pathname} answers ${response.status()}`);
    });
    for (const path of paths) {
      const inspecting = inspectPage(visit, site.origin, path, { release, set, timeoutMs }).catch(
        (error: Error) => {
          if (!error.message.includes('Execution context was destroyed')) throw error;
          visit.note(`${path} goes on to another page by itself`);
        },
      );
      const deadline = sleep(timeoutsOfPage * timeoutMs, 'late', { ref: false });
      if ((await Promise.race([inspecting, deadline])) === 'late')
        visit.note(`${path} does not come to rest`);
      if (visit.faults().length > 0) break;
    }
    return visit.faults();
  });
}

/** The paths that show something of this release. Of those below a section's own a few: all are prerendered later. */
function pathsOf(set: LiveSet, { name }: Release): string[] {
  if (name === 'shell') return [...set.pages.map(({ path }) => path), unknownPath];
  return pagesOfName(set, name)
    .slice(0, 4)
    .map(({ path }) => path);
}

async function inspectPage(
  { page, note, failed, understood }: Visit,
  origin: string,
  path: string,
  { release, set, timeoutMs }: { release: Release; set: LiveSet; timeoutMs: number },
): Promise<void> {
  await page.goto(origin + path, { timeout: 0, waitUntil: 'commit' });
  const comes = (what: string, otherwise: string) =>
    page
      .locator(what)
      .first()
      .waitFor({ timeout: timeoutMs })
      .catch(() => note(`${path} ${otherwise}`));
  const appears = Promise.all([
    comes('main h1', 'shows no heading'),
    comes('html[data-ready]', 'does not get its app running'),
  ]);
  await Promise.race([appears, failed]);
  // The shell shows it for what it gave up after some seconds as well.
  if (await page.locator('main [role=alert]').count())
    note(`${path} cannot be opened, or throws while rendering`);
  for (const file of await picturesOf(page, release))
    if (!(file in release.files)) note(`${path} shows ${file}, which is missing`);
  await page.waitForLoadState('load', { timeout: 0 });
  for (const fault of await missingTexts(page, release, set)) note(fault);
  await understood();
}

/** Every picture of this release that the page names, also those it would only fetch farther down. */
async function picturesOf(page: Page, release: Release): Promise<string[]> {
  const addresses = await page.locator('img, source').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const sets = picture.getAttribute('srcset')?.split(',') ?? [];
      const choices = sets.map((choice) => choice.trim().split(' ')[0] ?? '');
      return [picture.getAttribute('src') ?? '', ...choices];
    }),
  );
  const base = releaseBase(release);
  const own = addresses.filter((address) => address.startsWith(base));
  return [...new Set(own.map((address) => address.slice(base.length)))];
}

/** Texts that the page asked for and did not find; those of other sections are not this release's. */
async function missingTexts(page: Page, { name }: Release, set: LiveSet): Promise<string[]> {
  const { language, paths } = await page.evaluate(() => {
    const { missingTexts } = globalThis as typeof globalThis & { missingTexts?: Set<string> };
    return { language: document.documentElement.lang, paths: [...(missingTexts ?? [])] };
  });
  const others = Object.keys(set.sections).filter((section) => section !== name);
  return paths
    .filter((path) => !others.includes(path.split('.')[0] ?? ''))
    .map((path) => `The page shows ${path}, which locales/${language}.yaml lacks`);
}

/** A browser, and the releases that it can open. */
export interface Stage extends Pick<LiveReleases, 'find'> {
  session: Session;
  store: Store;
}

/** Serves a site where this very set is live; what its sections ask of other origins, they ask in vain. */
export function serveSet({ session, store, find }: Stage, set: LiveSet, pageOf = noPages) {
  const live = { current: async () => set, find, refuse() {}, trouble: () => undefined };
  const shown = Object.values(set.sections).flatMap((releases) => releases.slice(0, 1));
  // Grants what the releases ask for; in this browser it is unreachable anyway.
  const allowed = Object.fromEntries(shown.map(({ name, origins }) => [name, { origins }]));
  const allowances = () => allowed;
  const site = createApp({ store, log: createLog('silent'), live, pageOf, allowances });
  const asked = shown.flatMap(({ origins = {} }) =>
    Object.values(origins).flatMap((list) => list ?? []),
  );
  return session.serve(site, asked);
}

/** A path that no section has: the page for it is the shell's own, and no section runs on it. */
export const unknownPath = '/404';

/** Where nothing is live yet: the very first release is a shell. */
async function firstSet({ find }: LiveReleases, release: Release): Promise<LiveSet | undefined> {
  const found = await find(release);
  return assembleSet([{ name: release.name, releases: found ? [found] : [], faults: [] }]);
}

/** Where a section is to be seen: at its own page first, then at those below. */
export function pagesOfName(set: LiveSet, name: string): SitePage[] {
  return [...pagesByPath(set).values()].filter(({ section }) => section === name);
}
