/** Matches the release of a section in a line of a stack trace. */
const sectionInStack = /\/releases\/(?!shell\/)([a-z][a-z0-9-]*)\/([0-9a-f]{12})\//;

const reported = new Set<string>();

/** Reports an error that a section throws outside of rendering: the first of each release. */
function report(error: unknown): void {
  // The innermost: the kit may have thrown the error, called by it.
  const [, name, id] = sectionInStack.exec(`${(error as Error)?.stack}`) ?? [];
  const release = `${name}@${id}`;
  if (!name || reported.has(release)) return;
  reported.add(release);
  globalThis.visitor?.report(release, false, error);
}

addEventListener('error', ({ error }) => report(error));
addEventListener('unhandledrejection', ({ reason }) => report(reason));
