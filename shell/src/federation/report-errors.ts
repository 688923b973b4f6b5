import { navigationEntryAt, releaseMap } from './release-map.ts';
import { sectionLoader } from './section-loader.ts';

/** Matches the release in a line of a stack trace. */
const releaseInStack = /\/releases\/([a-z][a-z0-9-]*)\/([0-9a-f]{12})\//g;

/**
 * Reports errors that sections throw outside of rendering, and what the content security policy refuses them: the
 * first of each release.
 */
export function reportSectionErrors(): void {
  const reported = new Set<string>();
  const report = (error: unknown, release = findRelease(error)) => {
    if (!release || reported.has(release)) return;
    reported.add(release);
    // A failed report is ignored.
    sectionLoader.texts.reportError(release, error).catch(() => {});
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  addEventListener('securitypolicyviolation', (violation) => {
    const { blockedURI, effectiveDirective: name } = violation;
    const { sourceFile, lineNumber, columnNumber } = violation;
    // Extensions insert scripts and styles without an address, or load from addresses of their own.
    if (!(sourceFile || blockedURI).startsWith('http')) return;
    const stack = `${sourceFile}:${lineNumber}:${columnNumber}`;
    // The open section, as a picture is loaded later than by the line that shows it.
    report(Object.assign(new Error(), { name, stack }), openRelease());
  });
}

/** The innermost release of a section: the kit may have thrown the error, called by it. */
function findRelease(error: unknown): string | undefined {
  for (const [, name = '', id = ''] of `${(error as Error)?.stack}`.matchAll(releaseInStack))
    if (releaseMap.sections[name]?.some((release) => release.id === id)) return `${name}@${id}`;
  return undefined;
}

function openRelease(): string | undefined {
  const name = navigationEntryAt(location.pathname)?.section;
  return name && `${name}@${sectionLoader.releaseOf(name)?.id}`;
}
