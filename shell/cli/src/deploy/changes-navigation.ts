import { frameOf } from '@portfolio/api/document/prerendered.ts';
import { prepareTexts } from '@portfolio/api/locales/texts-cache.ts';
import { createLog } from '@portfolio/api/log.ts';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';

/** Whether a section gives every page another navigation, and so leaves the others without theirs. */
export async function changesNavigation(store: Store, release: Release): Promise<boolean> {
  const releases = followLiveReleases(store, createLog('silent'));
  const live = await releases.fresh();
  if (!live || release.name === 'shell') return false;
  const next = await withReleases(releases, live, [release]);
  const frameUnder = (set: LiveSet) => frameOf(set, prepareTexts(set));
  return frameUnder(live) !== frameUnder(next);
}
