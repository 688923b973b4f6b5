import { siteFacts } from '@portfolio/kit';

/** Releases that are reported already, with what they did. */
const reported = new Set<string>();

/** Reports once that a release such as `home@0123456789ab` failed, or threw an error that the page survived. */
export function reportFault(release: string, cause: unknown, hasFailed: boolean): void {
  const key = `${release} ${hasFailed}`;
  if (reported.has(key)) return;
  reported.add(key);
  globalThis.visitor?.report(release, hasFailed, cause);
}

/** Matches the release in a line of a stack trace. */
const releaseInStack = /\/releases\/([a-z][a-z0-9-]*)\/([0-9a-f]{12})\//g;

/** Reports errors that sections throw outside of rendering: the first of each release. */
export function reportSectionErrors(): void {
  const report = (error: unknown) => {
    const release = findRelease(error);
    if (release) reportFault(release, error, false);
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}

/** The innermost release of a section: the kit may have thrown the error, called by it. */
function findRelease(error: unknown): string | undefined {
  for (const [, name = '', id = ''] of `${(error as Error)?.stack}`.matchAll(releaseInStack))
    if (siteFacts().sections[name]?.some((release) => release.id === id)) return `${name}@${id}`;
  return undefined;
}
