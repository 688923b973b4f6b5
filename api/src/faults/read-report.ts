import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { ThrownError } from '@portfolio/releases/store/faults.ts';

/** Pages send no longer report. */
export const longestReport = 600;
const mostPlaces = 5;

/**
 * The class of an error, or the directive of the content security policy that refused something. Nothing else is kept:
 * an error's message may contain what a visitor typed.
 */
const errorClass = /^(?:[A-Z][A-Za-z]{0,30}Error|[a-z]+(?:-[a-z]+){1,3})$|^Error$/;

/** A position in a script of a release, in the stacks of all browsers. */
const place =
  /\/releases\/([a-z][a-z0-9-]{0,40})\/([0-9a-f]{12})\/([\w./-]{1,100}\.mjs):(\d{1,7}):(\d{1,7})/g;

/**
 * Parses a page's report of an error, such as `TypeError /releases/home/0123456789ab/remoteEntry.mjs:1:23`.
 * Reports can be forged, so it keeps only a known class and positions in files of these releases.
 */
export function readReport(
  report: string,
  releases: readonly (ReleaseRef & Pick<Release, 'files'>)[],
): ThrownError | undefined {
  const text = report.slice(0, longestReport);
  const [claimed = ''] = text.split(' ', 1);
  const places = new Set<string>();
  for (const [, name, id, file = '', line, column] of text.matchAll(place)) {
    const release = releases.find((each) => each.name === name && each.id === id);
    if (release && Object.hasOwn(release.files, file))
      places.add(`${name}@${id}/${file}:${line}:${column}`);
  }
  const isKnown = errorClass.test(claimed);
  // A script that hangs throws nothing.
  if (!isKnown && places.size === 0) return undefined;
  return { error: isKnown ? claimed : 'Error', places: [...places].slice(0, mostPlaces) };
}
