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
  /** Releases that could not be used and were not told of yet, such as `home@…`. */
  readonly #failed: string[] = [];
  /** What the last of them threw. */
  #report = '';
  /** What the call asks for; nothing while the page's releases are the live ones. */
  #query: string;

  /** @param key what the document was made from (`home@…,shell@…`) @param query that of a preview */
  constructor(key = '', query = '') {
    const refs = key.split(',').filter(Boolean);
    this.#wanted = new Map(refs.map((ref) => ref.split('@') as [string, string]));
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
    this.#query = this.#fullQuery();
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
    const query = `${this.#query}${this.#query ? '&' : '?'}failed=${failed.join(',')}`;
    return [query, { 'Failed-With': this.#report }];
  }

  /** Tells the owner what a release such as `home@…` threw and goes on after, in a call without texts. */
  tellThrown(release: string, cause: Error): Promise<void> {
    return callApi({
      method: 'HEAD',
      path: `/api/locales/${useSettings.getState().language}?threw=${release}`,
      headers: { 'Failed-With': describe(cause) },
    });
  }

  /**
   * Whether an answer has the texts of this page's releases. If not, something was deployed since it
   * was opened, or a section fell back while the answer was on its way: from now on the call names
   * the releases it wants.
   * @param asked the query of the call
   */
  #areOurs(answered: string | null, asked: string): boolean {
    if (!answered || answered === this.#key()) return true;
    this.#query = this.#fullQuery();
    // Asked for by name and still others: the store has none of them any more, these are the best.
    return asked.startsWith(this.#query);
  }

  #key(): string {
    return keyOfReleases([...this.#wanted].map(([name, id]) => ({ name, id })));
  }

  #fullQuery(): string {
    return `?releases=${this.#key()}`;
  }
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
