import { keyOfReleases } from '@portfolio/contract/releases.ts';
import { type ApiCall, callApi, usualDeadlineMs } from '../api-client.ts';

/**
 * Loads the texts of a page's releases. A page keeps its releases until its next load, so a deploy must not
 * change its texts: the call then names the page's releases that are not live.
 */
export class TextReleases {
  /** The ids of the page's releases by name. */
  readonly #ids: Map<string, string>;
  /** The ids of the live releases by name, as of the last answer. */
  readonly #liveIds: Map<string, string>;
  /** Names in every call: the releases of a preview. */
  readonly #pinned: ReadonlySet<string>;
  /** The query of the call; empty while the page's releases are live. */
  #query: string;

  /** @param key the page's releases (`home@…,shell@…`) @param query the query of a preview */
  constructor(key = '', query = '') {
    this.#ids = parseKey(key);
    this.#liveIds = parseKey(key);
    this.#pinned = new Set(releasesInQuery(query).keys());
    this.#query = query;
  }

  /** Handles a section that has another release now. */
  replace(section: string, id: string): void {
    this.#ids.set(section, id);
    this.#query = this.#queryForDiffering();
  }

  /**
   * Fetches all texts of a language as YAML. If the live releases are no longer the page's, a second call
   * requests the page's own; both share one deadline.
   */
  async load(path: string): Promise<string> {
    const latest = performance.now() + usualDeadlineMs;
    const fetchOnce = async () => {
      const query = this.#query;
      const { texts, releases } = await callLocale({
        method: 'GET',
        path: `${path}${query}`,
        deadlineMs: Math.max(0, Math.round(latest - performance.now())),
      });
      return { texts, isOfPage: this.#isOfPage(releases, query) };
    };
    const { texts, isOfPage } = await fetchOnce();
    return isOfPage ? texts : (await fetchOnce()).texts;
  }

  /**
   * Whether an answer has the texts of this page's releases. If not, later calls name the page's releases
   * that differ.
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
    // A release that was named but is absent from the answer has left the store: no better texts exist.
    return [...this.#ids].every(([name, id]) => ids.get(name) === id || named.get(name) === id);
  }

  /** Names the page's releases that are not live, and the pinned ones. */
  #queryForDiffering(): string {
    const differing = [...this.#ids]
      .map(([name, id]) => ({ name, id }))
      .filter(({ name, id }) => this.#pinned.has(name) || this.#liveIds.get(name) !== id);
    return differing.length > 0 ? `?releases=${keyOfReleases(differing)}` : '';
  }
}

function parseKey(key: string): Map<string, string> {
  const releases = key.split(',').filter(Boolean);
  return new Map(releases.map((release) => release.split('@') as [string, string]));
}

function releasesInQuery(query: string): Map<string, string> {
  return parseKey(new URLSearchParams(query).get('releases') ?? '');
}

/** The live releases, such as `home@…,shell@…`, from the headers of a call without texts. */
export async function readLiveKey(language: string): Promise<string | null> {
  return (await callLocale({ method: 'HEAD', path: `/api/locales/${language}` })).releases;
}

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
