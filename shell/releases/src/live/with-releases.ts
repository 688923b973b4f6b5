import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import semver from 'semver';
import type { Release } from '../release/release.ts';
import type { LiveRelease } from './live-release.ts';
import { keyOf, type LiveSet, pagesOf, releasesOf } from './live-set.ts';
import type { ReleaseCache } from './release-cache.ts';

/**
 * The live set with certain releases in the place of the live ones: for a preview, and for a page
 * that was opened before a deploy. A release that is not in the store (any more) is passed over.
 */
export async function withReleases(
  { find }: Pick<ReleaseCache, 'find'>,
  set: LiveSet,
  refs: readonly ReleaseRef[],
): Promise<LiveSet> {
  const found = await Promise.all(refs.map(find));
  const releases = found.filter((release): release is LiveRelease => release !== undefined);
  const shell = releases.find(({ name }) => name === 'shell') ?? set.shell;
  // Whoever looks at another shell wants to see how it fails.
  const shellBefore = shell.id === set.shell.id ? set.shellBefore : undefined;
  const sections = { ...set.sections };
  for (const release of releases)
    if (release.name !== 'shell') sections[release.name] = inFront(release, sections[release.name]);
  const key = keyOf({ shell, sections });
  const { pages } = pagesOf(sections);
  return { ...set, shell, shellBefore, sections, pages, key, isPinned: key !== set.key };
}

/**
 * The set for a visitor whom a shell failed: the shell before is in its place, and there is no
 * further one to go to. A section that was released since for what only the failed shell provides
 * has its release before.
 */
export function withoutShell(set: LiveSet, id: string): LiveSet {
  const { shell, shellBefore } = set;
  if (shellBefore?.id === id) return { ...set, shellBefore: undefined };
  if (shell.id !== id || !shellBefore) return set;
  const suited = Object.entries(set.sections).map(([name, releases]) => {
    const suiting = releases.filter((release) => unmetBy(shellBefore, release).length === 0);
    // With none that suits there is nothing better to try.
    return [name, suiting.length > 0 ? suiting : releases] as const;
  });
  const sections = Object.fromEntries(suited);
  const rest = { ...set, shell: shellBefore, shellBefore: undefined, sections };
  const live = releasesOf(set);
  const inPlace = releasesOf(rest).filter((release) => !live.includes(release));
  return { ...rest, pages: pagesOf(sections).pages, key: keyOf(rest), inPlace, isPinned: true };
}

/** A shared package that a section asks for. */
interface Unmet {
  name: string;
  range: string;
  /** The version that the shell has; none when it does not provide the package at all. */
  version: string | undefined;
}

/** What a section asks for and a shell does not provide in that range. */
export function unmetBy(
  { provides = {} }: Pick<Release, 'provides'>,
  { requires }: Pick<Release, 'requires'>,
): Unmet[] {
  return Object.entries(requires)
    .map(([name, range]) => ({ name, range, version: provides[name] }))
    .filter(({ range, version }) => !version || !semver.satisfies(version, range));
}

/** A site that is nothing but a shell, as before the first section is live. */
export function shellAlone(shell: LiveRelease): LiveSet {
  const sections = {};
  return { key: keyOf({ shell, sections }), shell, pages: [], sections, faults: [] };
}

/** What is live stays behind it, to fall back to. */
function inFront(release: LiveRelease, live: readonly LiveRelease[] = []): LiveRelease[] {
  return [release, ...live.filter(({ id }) => id !== release.id)];
}
