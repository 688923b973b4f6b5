import { keyOfReleases } from '@portfolio/contract/releases.ts';
import { type ApiCall, callApi, usualDeadlineMs } from '../api-client.ts';
import { useSettings } from '../settings.ts';

/**
 * Which releases the texts of a page have to be of: a page keeps its set for its life, so its texts
 * must not change under it when something is deployed.
 */
export class TextReleases {
  /** Name and id of every release of the page. */
  readonly #wanted: Map<string, string>;
  /** What is live of each name, as far as an answer said. */
  readonly #live: Map<string, string>;
  /** Names whose releases are asked for whatever is live: those of a preview. */
  readonly #pinned: ReadonlySet<string>;
  /** Releases that could not be used and were not told of yet, such as `home@…`. */
  readonly #failed: string[] = [];
  /** What the last of them threw. */
  #report = '';
  /** What the call asks for; nothing while the page's releases are the live ones. */
  #query: string;

  /** @param key what the document was made from (`home@…,shell@…`) @param query that of a preview */
  constructor(key = '', query = '') {
    this.#wanted = readKey(key);
    this.#live = readKey(key);
    this.#pinned = new Set(namedIn(query).keys());
    this.#query = query;
  }

  /**
   * A section fell back (or has no release at all that works): its texts are other ones from now on.
   * @param cause what the last of those that failed threw
   */
  replace(
    section: string,
    id: string | undefined,
    failed: readonly string[],
    cause: unknown,
  ): void {
    if (id) this.#wanted.set(section, id);
    this.#failed.push(...failed);
    this.#report = describe(cause);
    this.#query = this.#differing();
  }

  /**
   * Fetches the YAML text of all translations of a language. When the live releases are not this page's
   * any more, it asks a second time for the page's own; both together have the time of one call.
   */
  async load(path: string): Promise<string> {
    const latest = performance.now() + usualDeadlineMs;
    const ask = async () => {
      const [query, headers] = this.#takeQuery();
      const { texts, releases } = await callLocale({
        method: 'GET',
        path: `${path}${query}`,
        headers,
        deadlineMs: Math.max(0, Math.round(latest - performance.now())),
      });
      return { texts, areOurs: this.#areOurs(releases, query) };
    };
    const { texts, areOurs } = await ask();
    return areOurs ? texts : (await ask()).texts;
  }

  /** What to add to the address of the locale call, and its headers. Failures are told once. */
  #takeQuery(): [query: string, headers?: Record<string, string>] {
    const failed = this.#failed.splice(0);
    if (failed.length === 0) return [this.#query];
    // Under another shell than the live one it failed for reasons that may be none of its own.
    const query = this.#differing('shell');
    return [
      `${query}${query ? '&' : '?'}failed=${failed.join(',')}`,
      { 'Failed-With': this.#report },
    ];
  }

  /** Reports an error that a release such as `home@…` threw and survived, in a call without texts. */
  reportError(release: string, cause: Error): Promise<void> {
    return callApi({
      method: 'HEAD',
      path: `/api/locales/${useSettings.getState().language}?threw=${release}`,
      headers: { 'Failed-With': describe(cause) },
    });
  }

  /**
   * Whether an answer has the texts of this page's releases. If not, something was deployed since it
   * was opened, or a section fell back while the answer was on its way: from now on the call names
   * those of its releases that are not live.
   * @param asked the query of the call
   */
  #areOurs(answered: string | null, asked: string): boolean {
    if (!answered) return true;
    const has = readKey(answered);
    const named = namedIn(asked);
    for (const name of this.#wanted.keys())
      if (!named.has(name)) this.#live.set(name, has.get(name) ?? '');
    this.#query = this.#differing();
    // Asked for by name and still others: the store has none of them any more, these are the best.
    return [...this.#wanted].every(([name, id]) => has.get(name) === id || named.get(name) === id);
  }

  /** Asks for the releases of this page that are not live, and for those of these names. */
  #differing(...names: string[]): string {
    const refs = [...this.#wanted]
      .map(([name, id]) => ({ name, id }))
      .filter(({ name, id }) => {
        const isAsked = this.#pinned.has(name) || names.includes(name);
        return isAsked || this.#live.get(name) !== id;
      });
    return refs.length > 0 ? `?releases=${keyOfReleases(refs)}` : '';
  }
}

/** Ids by name, of a key such as `home@…,shell@…`. */
function readKey(key: string): Map<string, string> {
  const refs = key.split(',').filter(Boolean);
  return new Map(refs.map((ref) => ref.split('@') as [string, string]));
}

/** The releases that a query asks for. */
function namedIn(query: string): Map<string, string> {
  return readKey(new URLSearchParams(query).get('releases') ?? '');
}

/**
 * What is live now, such as `home@…,shell@…`: the locale call names it, and asked with HEAD it sends
 * nothing else.
 */
export async function readLiveKey(language: string): Promise<string | null> {
  return (await callLocale({ method: 'HEAD', path: `/api/locales/${language}` })).releases;
}

/** @returns the texts, and the releases that they are of */
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

/** Places in files of releases, as stacks of all browsers have them. */
const places = /\/releases\/[\w./-]+:\d+:\d+/g;

/** The error's class and where it was thrown, without its words: they can hold what a visitor typed. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const text = [cause.name, ...(cause.stack?.match(places) ?? [])].join(' ');
  return text.replace(/[^ -~]/g, '?').slice(0, 600);
}
