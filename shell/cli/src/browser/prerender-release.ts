import { createLog } from '@portfolio/api/log.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { withReleases } from '@portfolio/releases/live/live-set.ts';
import { refuse } from '@portfolio/releases/release/errors.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Browser } from 'playwright';
import { prerender } from './prerender.ts';

/**
 * Makes the pages that a release needs when it goes live, or all that are missing.
 * @throws ReleaseRefusedError when visitors would get one that the app cannot take over.
 */
export async function prerenderRelease(
  browser: Browser,
  store: Store,
  release: Release | undefined,
  say: (line: string) => void,
  isOwnOnly = false,
): Promise<void> {
  const releases = followLiveReleases(store, createLog('silent'));
  const live = await releases.fresh();
  // The first of all is a shell, which nothing is live with yet.
  if (!live) return;
  const set = release ? await withReleases(releases, live, [release]) : live;
  const failed = await prerender(browser, store, {
    find: releases.find,
    set,
    release,
    isOwnOnly,
    say,
  });
  const isForVisitors = ({ name, id }: ReleaseRef) =>
    (name === 'shell' ? set.shell : set.sections[name]?.[0])?.id === id;
  for (const { release: one, shell, faults } of failed) {
    const ref = `${one.name}@${one.id}`;
    if (release && shell === set.shell.id && isForVisitors(one))
      throw refuse.failsPrerendered(ref, faults);
    say(`${ref} is not prerendered under shell@${shell}: ${faults[0]}`);
  }
}
