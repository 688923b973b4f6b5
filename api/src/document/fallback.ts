import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { type LiveSet, withoutShell } from '@portfolio/releases/live/live-set.ts';
import { parseRef } from '@portfolio/releases/release/release.ts';

/** The set of releases for a visitor whom the live shell failed. */
export interface FallbackSet {
  set: LiveSet;
  /** The shell that did. */
  lostShell?: ReleaseRef | undefined;
}

/**
 * Takes the shell that `?without=shell@<id>` names out of the set: the document's own script asks for
 * that when the app does not run. Anything else than the live shell, or none before it, changes nothing.
 */
export function fallbackOf(set: LiveSet, without: string | null): FallbackSet {
  const ref = without === null ? undefined : parseRef(without);
  if (ref?.name !== 'shell') return { set };
  const rest = withoutShell(set, ref.id);
  return rest.shell.id === set.shell.id ? { set: rest } : { set: rest, lostShell: ref };
}
