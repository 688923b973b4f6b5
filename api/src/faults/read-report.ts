import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { ThrownError } from '@portfolio/releases/store/faults.ts';

/** Pages send no longer report. */
export const longestReport = 600;
const mostPlaces = 5;

/** Only the class is kept: an error's message may contain what a visitor typed. */
const errorClasses = new Set([
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
  ...['TypeError', 'URIError', 'ChunkLoadError', 'AbortError', 'DataCloneError', 'DataError'],
  ...['EncodingError', 'HierarchyRequestError', 'IndexSizeError', 'InvalidAccessError'],
  ...['InvalidCharacterError', 'InvalidModificationError', 'InvalidStateError', 'NetworkError'],
  ...['NamespaceError', 'NotAllowedError', 'NotFoundError', 'NotReadableError', 'OperationError'],
  ...['NotSupportedError', 'QuotaExceededError', 'SecurityError', 'TimeoutError', 'UnknownError'],
  ...['WrongDocumentError'],
]);

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
  const isKnown = errorClasses.has(claimed);
  // A script that hangs throws nothing.
  if (!isKnown && places.size === 0) return undefined;
  return { error: isKnown ? claimed : 'Error', places: [...places].slice(0, mostPlaces) };
}
