import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveRelease } from './live-release.ts';
import { keyOf, type LiveSet, pagesOf } from './live-set.ts';
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
 * further one to go to.
 */
export function withoutShell(set: LiveSet, id: string): LiveSet {
  const { shell, shellBefore, sections } = set;
  if (shellBefore?.id === id) return { ...set, shellBefore: undefined };
  if (shell.id !== id || !shellBefore) return set;
  const key = keyOf({ shell: shellBefore, sections });
  return { ...set, shell: shellBefore, shellBefore: undefined, key, isPinned: true };
}

/** What is live stays behind it, to fall back to. */
function inFront(release: LiveRelease, live: readonly LiveRelease[] = []): LiveRelease[] {
  return [release, ...live.filter(({ id }) => id !== release.id)];
}
