import { releaseMap } from './release-map.ts';
import { sectionLoader } from './section-loader.ts';

/** Matches the release in a line of a stack trace. */
const releaseInStack = /\/releases\/([a-z][a-z0-9-]*)\/([0-9a-f]{12})\//g;

/** Reports errors that sections throw outside of rendering: the first of each release. */
export function reportSectionErrors(): void {
  const reported = new Set<string>();
  const report = (error: unknown) => {
    if (!(error instanceof Error)) return;
    for (const [, name = '', id = ''] of `${error.stack}`.matchAll(releaseInStack)) {
      // The kit may have thrown it, called by a section farther up the stack.
      if (!releaseMap.sections[name]?.some((release) => release.id === id)) continue;
      const release = `${name}@${id}`;
      if (reported.has(release)) return;
      reported.add(release);
      // A failed report is ignored.
      return void sectionLoader.texts.reportError(release, error).catch(() => {});
    }
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
