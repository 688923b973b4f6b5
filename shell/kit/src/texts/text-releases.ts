import { keyOfReleases } from '@portfolio/contract/releases.ts';

/**
 * Which releases the texts have to be of: a page keeps its set for its life, so its texts must not
 * change under it when something is deployed.
 */
interface TextReleases {
  /** Name and id of every release of the page. */
  wanted: Map<string, string>;
  /** Releases that could not be used and were not told of yet, such as `home@…`. */
  failed: string[];
  /** What the call asks for; nothing while the page's releases are the live ones. */
  query: string;
}

const state: TextReleases = { wanted: new Map(), failed: [], query: '' };

/** Sets what the document was made from: its key (`home@…,shell@…`) and the query of a preview. */
export function startTextReleases(key: string, query: string): void {
  state.wanted = readKey(key);
  state.query = query;
}

/** A section fell back (or has no release at all that works): its texts are other ones from now on. */
export function replaceTextRelease(
  section: string,
  id: string | undefined,
  failed: string[],
): void {
  if (id) state.wanted.set(section, id);
  state.failed.push(...failed);
  state.query = fullQuery();
}

/** What to add to the address of the locale call. Failures are told once. */
export function takeTextsQuery(): string {
  const failed = state.failed.splice(0);
  if (failed.length === 0) return state.query;
  return `${state.query}${state.query ? '&' : '?'}failed=${failed.join(',')}`;
}

/**
 * Whether an answer has the texts of this page's releases. If not, something was deployed since it
 * was opened, or a section fell back while the answer was on its way: from now on the call names
 * the releases it wants.
 * @param asked the query of the call
 */
export function areTextsOurs(answered: string | null, asked: string): boolean {
  if (!answered || answered === keyOf(state.wanted)) return true;
  state.query = fullQuery();
  // Asked for by name and still others: the store has none of them any more, these are the best.
  return asked.startsWith(state.query);
}

function readKey(key: string): Map<string, string> {
  return new Map(key.split(',').map((ref) => ref.split('@') as [string, string]));
}

function keyOf(wanted: ReadonlyMap<string, string>): string {
  return keyOfReleases([...wanted].map(([name, id]) => ({ name, id })));
}

function fullQuery(): string {
  return `?releases=${keyOf(state.wanted)}`;
}
