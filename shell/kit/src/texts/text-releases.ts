import { keyOfReleases } from '@portfolio/contract/releases.ts';
import { type ApiCall, callApi, usualDeadlineMs } from '../api-client.ts';
import { useSettings } from '../settings.ts';

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
  /** Failed releases, such as `home@…`, that are not reported yet. */
  readonly #unreported: string[] = [];
  /** Describes the error of the last failed release. */
  #errorReport = '';
  /** The query of the call; empty while the page's releases are live. */
  #query: string;

  /** @param key the page's releases (`home@…,shell@…`) @param query the query of a preview */
  constructor(key = '', query = '') {
    this.#ids = parseKey(key);
    this.#liveIds = parseKey(key);
    this.#pinned = new Set(releasesInQuery(query).keys());
    this.#query = query;
  }

  /**
   * Handles a section that fell back to another release, or has no working one.
   * @param id the other release
   * @param failed the failed releases, such as `home@…`
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
   * Fetches all texts of a language as YAML. If the live releases are no longer the page's, a second call
   * requests the page's own; both share one deadline.
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

  /** Reports each failure once. */
  #nextCall(): { query: string; headers?: Record<string, string> } {
    const failed = this.#unreported.splice(0);
    if (failed.length === 0) return { query: this.#query };
    // Names the shell, as the failure may depend on it.
    const query = this.#queryForDiffering('shell');
    return {
      query: `${query}${query ? '&' : '?'}failed=${failed.join(',')}`,
      headers: { 'Failed-With': this.#errorReport },
    };
  }

  /** Reports an error that did not break a release such as `home@…`, in a call without texts. */
  reportError(release: string, cause: unknown): Promise<void> {
    return callApi({
      method: 'HEAD',
      path: `/api/locales/${useSettings.getState().language}?threw=${release}`,
      headers: { 'Failed-With': describeError(cause) },
    });
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

  /** Names the page's releases that are not live, the pinned ones, and those of `names`. */
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

/** Positions in files of releases, as in the stacks of all browsers. */
const positions = /\/releases\/[\w./-]+:\d+:\d+/g;

/** Describes an error by class and place, without its message, which may contain typed text. */
function describeError(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const text = [cause.name, ...(cause.stack?.match(positions) ?? [])].join(' ');
  return text.replace(/[^ -~]/g, '?').slice(0, 600);
}
