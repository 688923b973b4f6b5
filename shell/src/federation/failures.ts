import type { TextReleases } from '@portfolio/kit';
import type { LiveReleases } from './live-releases.ts';

/** A release could not be used; the cause says what the browser or the runtime said, or what it threw. */
export class ReleaseFailedError extends Error {
  override name = 'ReleaseFailedError';
}

/** The release that a line of a stack is of. */
const inStack = /\/releases\/([a-z][a-z0-9-]*)\/([0-9a-f]{12})\//g;

/**
 * Tells the owner what sections throw where no boundary hears of it, as in an event handler; the page
 * goes on. Of a release only the first, since the site keeps one of a visitor.
 */
export function followThrown(releases: LiveReleases, texts: TextReleases): void {
  const told = new Set<string>();
  const tell = (error: unknown) => {
    if (!(error instanceof Error)) return;
    for (const [, name = '', id = ''] of `${error.stack}`.matchAll(inStack)) {
      // The kit may have thrown it, for a section.
      if (!releases.sections[name]?.some((release) => release.id === id)) continue;
      const ref = `${name}@${id}`;
      if (told.has(ref)) return;
      told.add(ref);
      // The answer does not matter.
      return void texts.tellThrown(ref, error).catch(() => {});
    }
  };
  addEventListener('error', ({ error }) => tell(error));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}
