import { frameOf } from '@portfolio/api/document/prerendered.ts';
import { prepareTexts } from '@portfolio/api/locales/texts-cache.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import { fallbackDepth } from '@portfolio/releases/live/replaced-at.ts';
import { readPages } from '@portfolio/releases/markup/prerendered-pages.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { listNames, type Store } from '@portfolio/releases/store/store.ts';

/** The page of one release under one shell. */
export interface Pair {
  shell: string;
  release: ReleaseRef;
}

/** A page that is missing, and what it is made with. */
interface Missing extends Pair {
  set: LiveSet;
  frame: string;
}

/** What a prerendering is about. */
export interface Scope {
  find: LiveReleases['find'];
  /** What is live, or will be: pages are made with it. */
  set: LiveSet;
  /** The release that is about to go live; without it everything that is live. */
  release: Release | undefined;
  /** Leaves out the pages of other sections; a shell's own are all that are drawn under it. */
  isOwnOnly?: boolean | undefined;
  /** Is told of every page that is there, and of what is broken. */
  say: (line: string) => void;
}

/**
 * The pages that are not in the store yet, each with what it is made with. A section whose pointer is
 * broken has those of what was live last; the fault is told, and the others go on.
 */
export async function missingPages(
  store: Store,
  { find, set: live, release, isOwnOnly = false, say }: Scope,
): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const pair of await pairs(store, { set: live, release, say })) {
    if (isOwnOnly && !isOwn(pair, release)) continue;
    const set = await setOf(find, live, pair);
    if (!addressOf(set, pair.release.name)) continue;
    const frame = frameOf(set, prepareTexts(set));
    const known = await readPages(store, { ...pair.release, frame }).catch(() => undefined);
    if (!known) missing.push({ ...pair, set, frame });
  }
  return missing;
}

function isOwn({ shell, release: { name, id } }: Pair, release: Release | undefined): boolean {
  if (release?.name === 'shell') return shell === release.id;
  return name === release?.name && id === release.id;
}

async function pairs(
  store: Store,
  { set, release, say }: Pick<Scope, 'set' | 'release' | 'say'>,
): Promise<Pair[]> {
  const found: Pair[] = [];
  const isForAll = !release || release.name === 'shell';
  const idsOf = new Map<string, string[]>();
  for (const name of new Set(['shell', ...(await listNames(store))])) {
    const { ids, fault } = await readPointerOrLast(store, name);
    if (fault) say(`${name}: ${fault}. Repair it with a deploy, or a roll-back to a release.`);
    // What visitors may get: the live release, which is the new one soon, and the one before.
    const soon = release?.name === name ? [release.id, ...ids] : ids;
    idsOf.set(name, [...new Set(soon)].slice(0, fallbackDepth));
  }
  for (const shell of idsOf.get('shell') ?? [])
    for (const [name, all] of idsOf) {
      // A shell's own page is the one for unknown paths.
      const ids = name === 'shell' ? [shell] : all;
      const isOwn = isForAll || name === release.name;
      const wanted = isOwn ? ids : shell === set.shell.id ? ids.slice(0, 1) : [];
      found.push(...wanted.map((id) => ({ shell, release: { name, id } })));
    }
  return found;
}

/** Only this release and this shell: one that fails must not be saved by the one before. */
function setOf(
  find: LiveReleases['find'],
  live: LiveSet,
  { shell, release }: Pair,
): Promise<LiveSet> {
  const refs = [{ name: 'shell', id: shell }, release];
  return withReleases({ find }, live, refs, ['shell', release.name]);
}

/** Where a section is to be seen; for the shell, where nothing is. */
export function addressOf(set: LiveSet, name: string): string | undefined {
  if (name === 'shell') return '/404';
  return set.pages.find(({ section }) => section === name)?.path;
}
