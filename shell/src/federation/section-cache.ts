import { type LoadedSection, loadSection } from './load-section.ts';

/** React reads `status` and `value` of a promise: a loaded section renders without suspending. */
type Tracked = Promise<LoadedSection> & { status?: 'fulfilled'; value?: LoadedSection };

const sections = new Map<string, Tracked>();

/** The section, loaded once for the life of the page. */
export function sectionOf(name: string): Promise<LoadedSection> {
  const known = sections.get(name);
  if (known) return known;
  const loading: Tracked = loadSection(name);
  // A Suspense fallback shown first costs 290 ms (React throttles what follows it), so a section
  // that is there already must be readable at once.
  loading.then((value) => Object.assign(loading, { status: 'fulfilled', value }));
  sections.set(name, loading);
  return loading;
}

/** Forgets a section that failed, so that the next look at it really tries again. */
export function forgetSection(name: string): void {
  sections.delete(name);
}
