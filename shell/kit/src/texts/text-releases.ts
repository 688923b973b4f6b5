import { keyOfReleases } from '@portfolio/contract/releases.ts';
import { type ApiCall, callApi, usualDeadlineMs } from '../api-client.ts';
import { useSettings } from '../settings.ts';

/**
 * Which releases the texts of a page are from. A page keeps its releases for its life, so its texts must not
 * change when something is deployed: the locale call then names the page's releases that are not live.
 */
export class TextReleases {
  /** The ids of the page's releases by name. */
  readonly #ids: Map<string, string>;
  /** The ids of the live releases by name, as of the last answer. */
  readonly #liveIds: Map<string, string>;
  /** Releases that every call names: those of a preview. */
  readonly #pinned: ReadonlySet<string>;
  /** Releases such as `home@…` that failed, and are not reported yet. */
  readonly #unreported: string[] = [];
  /** The error of the last of them. */
  #errorReport = '';
  /** The query of the call; empty while the page's releases are the live ones. */
  #query: string;

  /** @param key the page's releases (`home@…,shell@…`) @param query that of a preview */
  constructor(key = '', query = '') {
    this.#ids = parseKey(key);
    this.#liveIds = parseKey(key);
    this.#pinned = new Set(releasesInQuery(query).keys());
    this.#query = query;
  }

  /**
   * A section fell back to another release, or has none that works.
   * @param id the other release
   * @param failed the releases that failed, such as `home@…`
   * @param cause the error of the last of them
   */
  replace(
    section: string,
    id: string | undefined,
    failed: readonly string[],
    cause: unknown,
  ): void {
    if (id) this.#ids.set(section, id);
    this.#unreported.push(...failed);
    this.#errorReport = describeError(cause);
    this.#query = this.#queryForDiffering();
  }

  /**
   * Fetches all texts of a language as YAML. Where the live releases are not the page's any more, a second
   * call asks for the page's own, within the deadline of one call.
   */
  async load(path: string): Promise<string> {
    const latest = performance.now() + usualDeadlineMs;
    const fetchOnce = async () => {
      const { query, headers } = this.#nextCall();
      const { texts, releases } = await callLocale({
        method: 'GET',
        path: `${path}${query}`,
        headers,
        deadlineMs: Math.max(0, Math.round(latest - performance.now())),
      });
      return { texts, isOfPage: this.#isOfPage(releases, query) };
    };
    const { texts, isOfPage } = await fetchOnce();
    return isOfPage ? texts : (await fetchOnce()).texts;
  }

  /** The query and the headers of the next call, which reports failures once. */
  #nextCall(): { query: string; headers?: Record<string, string> } {
    const failed = this.#unreported.splice(0);
    if (failed.length === 0) return { query: this.#query };
    // Names the shell: under another one than the live shell the failure may not be the release's own.
    const query = this.#queryForDiffering('shell');
    return {
      query: `${query}${query ? '&' : '?'}failed=${failed.join(',')}`,
      headers: { 'Failed-With': this.#errorReport },
    };
  }

  /** Reports an error that a release such as `home@…` threw and survived, in a call without texts. */
  reportError(release: string, cause: Error): Promise<void> {
    return callApi({
      method: 'HEAD',
      path: `/api/locales/${useSettings.getState().language}?threw=${release}`,
      headers: { 'Failed-With': describeError(cause) },
    });
  }

  /**
   * Whether an answer has the texts of this page's releases. If not, something was deployed since the page
   * was opened, or a section fell back during the call: later calls name the page's releases that differ.
   * @param answered the releases of the answer
   */
  #isOfPage(answered: string | null, query: string): boolean {
    if (!answered) return true;
    const ids = parseKey(answered);
    const named = releasesInQuery(query);
    for (const name of this.#ids.keys()) {
      if (!named.has(name)) this.#liveIds.set(name, ids.get(name) ?? '');
    }
    this.#query = this.#queryForDiffering();
    // A release that was named and is not in the answer is not in the store any more: these texts are the best.
    return [...this.#ids].every(([name, id]) => ids.get(name) === id || named.get(name) === id);
  }

  /** Names the page's releases that are not live, the pinned ones, and those of these names. */
  #queryForDiffering(...names: string[]): string {
    const differing = [...this.#ids]
      .map(([name, id]) => ({ name, id }))
      .filter(({ name, id }) => {
        const isNamed = this.#pinned.has(name) || names.includes(name);
        return isNamed || this.#liveIds.get(name) !== id;
      });
    return differing.length > 0 ? `?releases=${keyOfReleases(differing)}` : '';
  }
}

/** Ids by name, from a key such as `home@…,shell@…`. */
function parseKey(key: string): Map<string, string> {
  const releases = key.split(',').filter(Boolean);
  return new Map(releases.map((release) => release.split('@') as [string, string]));
}

function releasesInQuery(query: string): Map<string, string> {
  return parseKey(new URLSearchParams(query).get('releases') ?? '');
}

/** The live releases, such as `home@…,shell@…`: the header of a locale call without texts. */
export async function readLiveKey(language: string): Promise<string | null> {
  return (await callLocale({ method: 'HEAD', path: `/api/locales/${language}` })).releases;
}

/** @returns the texts, and the releases that they are from */
async function callLocale(call: ApiCall) {
  let releases: string | null = null;
  const texts = await callApi<string>({
    ...call,
    onHeaders: (headers) => {
      releases = headers.get('Releases');
    },
  });
  return { texts, releases };
}

/** Positions in files of releases, as in the stacks of all browsers. */
const positions = /\/releases\/[\w./-]+:\d+:\d+/g;

/** The error's class and where it was thrown, without its message, which may hold what a visitor typed. */
function describeError(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const text = [cause.name, ...(cause.stack?.match(positions) ?? [])].join(' ');
  return text.replace(/[^ -~]/g, '?').slice(0, 600);
}
