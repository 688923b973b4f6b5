import { type LoadedSection, loadSection } from './load-section.ts';

/** React reads `status` and `value` of a promise: a loaded section renders without suspending. */
type Tracked = Promise<LoadedSection> & { status?: 'fulfilled'; value?: LoadedSection };

const sections = new Map<string, Tracked>();
const failed = new Map<string, Set<string>>();

/** The section, loaded once for the life of the page. */
export function sectionOf(name: string): Promise<LoadedSection> {
  const known = sections.get(name);
  if (known) return known;
  const loading: Tracked = loadSection(name, failedReleases(name));
  // A Suspense fallback shown first costs 290 ms (React throttles what follows it), so a section
  // that is there already must be readable at once.
  loading.then((value) => Object.assign(loading, { status: 'fulfilled', value }));
  sections.set(name, loading);
  return loading;
}

/** A release loaded, but threw while rendering: the next look at the section gets the one before. */
export function passOver(name: string, id: string): void {
  failedReleases(name).add(id);
  sections.delete(name);
}

/** Forgets what failed, so that the next look at the section really tries again. */
export function tryAgain(name: string): void {
  failed.delete(name);
  sections.delete(name);
}

function failedReleases(name: string): Set<string> {
  const known = failed.get(name) ?? new Set();
  failed.set(name, known);
  return known;
}
