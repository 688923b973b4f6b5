import { releaseMap } from './release-map.ts';
import { reportFault } from './report-fault.ts';

/** Matches the release in a line of a stack trace. */
const releaseInStack = /\/releases\/([a-z][a-z0-9-]*)\/([0-9a-f]{12})\//g;

/**
 * Reports errors that sections throw outside of rendering, and what the content security policy refuses them: the
 * first of each release.
 */
export function reportSectionErrors(): void {
  const report = (error: unknown, release = findRelease(error)) => {
    if (release) reportFault(release, error, false);
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  addEventListener('securitypolicyviolation', async (violation) => {
    // Most visits have none. Late parts share a file, as each file adds 75 bytes to every document.
    const late = import(/* webpackChunkName: "late-parts" */ './read-violation.ts');
    const found = (await late.catch(() => undefined))?.readViolation(violation);
    if (found) report(found.error, found.release);
  });
}

/** The innermost release of a section: the kit may have thrown the error, called by it. */
function findRelease(error: unknown): string | undefined {
  for (const [, name = '', id = ''] of `${(error as Error)?.stack}`.matchAll(releaseInStack))
    if (releaseMap.sections[name]?.some((release) => release.id === id)) return `${name}@${id}`;
  return undefined;
}
