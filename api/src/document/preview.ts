import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';
import { withReleases } from '@portfolio/releases/live/with-releases.ts';
import { parseRef } from '@portfolio/releases/release/release.ts';
import type { Log } from '../log.ts';

/** The set of releases a document is made from, and the release it previews, if any. */
export interface PreviewedSet {
  set: LiveSet;
  /** Such as `home@0123456789ab`. */
  preview?: string | undefined;
}

/**
 * Lays the release that `?preview=home@<id>` names over the live set, for this document only. It can
 * only name a release in the store; anything else is ignored, with a note in the log.
 */
export async function previewOf(
  releases: Pick<LiveReleases, 'find'>,
  live: LiveSet,
  wanted: string | null,
  log: Log,
): Promise<PreviewedSet> {
  if (wanted === null) return { set: live };
  const ref = parseRef(wanted);
  const set = ref ? await withReleases(releases, live, [ref]) : live;
  if (ref && releasesOf(set).some(({ name, id }) => name === ref.name && id === ref.id))
    return { set: alone(set, ref.name), preview: wanted };
  notePassedOver(wanted, log);
  return { set: live };
}

/** Nothing stands in for what is previewed: one that fails has to be seen failing. */
function alone(set: LiveSet, name: string): LiveSet {
  const [previewed] = set.sections[name] ?? [];
  return previewed ? { ...set, sections: { ...set.sections, [name]: [previewed] } } : set;
}

/** Whether `?preview=` names a release that this document would be made with. */
export async function isPreview(
  { find }: Pick<LiveReleases, 'find'>,
  wanted: string | null,
): Promise<boolean> {
  const ref = wanted === null ? undefined : parseRef(wanted);
  return ref !== undefined && (await find(ref)) !== undefined;
}

/** Says in the log that a preview was asked for which is none. */
export function notePassedOver(wanted: string, log: Log): void {
  log.warn({ preview: wanted.slice(0, 80) }, 'This preview names no release and is ignored');
}
