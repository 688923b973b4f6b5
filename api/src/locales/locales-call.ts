import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { parseRefs } from '@portfolio/releases/release/release.ts';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { readQuery } from '../document/page-request.ts';
import { brotli, type Encodings, guards, prepare, sendEncoded, tagOf } from '../http/send.ts';

/** Such as `en` or `pt-BR`. */
export const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/**
 * `GET /api/locales/{language}`: YAML; 404 for a language that is not offered, 400 for nonsense.
 *
 * A page asks for the texts of its own releases by `?releases=home@…,…`: it may be older than a deploy, a
 * preview, or fallen back. The answer names its releases, by which an open page finds newer ones.
 */
export function answerLocales(
  live: LiveReleases,
  isDevelopment: boolean,
): RequestHandler<{ language: string }> {
  const textsOf = cacheTexts(isDevelopment);
  return async (request, response) => {
    const { language } = request.params;
    const set = await setFor(live, request);
    const found = set && (await textsOf(set, language));
    if (found) return sendEncoded(request, response, found);
    const isTag = languageTag.test(language);
    const offered = [...(set?.texts.keys() ?? [])].join(', ') || 'none yet';
    const error = isTag
      ? `There are no texts in "${language}", only: ${offered}.`
      : 'A language is named by its code, such as en or de.';
    response.set({ ...guards, 'Cache-Control': 'no-store' });
    response.status(isTag ? 404 : 400).json({ error });
  };
}

/** The live set with the releases that the query names. */
async function setFor(live: LiveReleases, { url }: Request): Promise<LiveSet | undefined> {
  const set = await live.current();
  const asked = readQuery(url).get('releases');
  if (!set || asked === null || asked === set.key) return set;
  return withReleases(live, set, refsIn(set, asked));
}

/** Previews of new sections and pages of retired ones; bounds the look-ups of invented names. */
const mostOthers = 10;

/** The releases that a query names, one of each section. */
function refsIn({ sections }: LiveSet, text: string): ReleaseRef[] {
  const refs = [...new Map(parseRefs(text).map((ref) => [ref.name, ref])).values()];
  const isLive = ({ name }: ReleaseRef) => name === 'shell' || Object.hasOwn(sections, name);
  return [...refs.filter(isLive), ...refs.filter((ref) => !isLive(ref)).slice(0, mostOthers)];
}

/** The bound of the texts in memory: a few sets, of which visitors can ask for any combination of releases. */
const mostBytes = 4_000_000;

/** Caches the texts of a set in a language, compressed once. */
export function cacheTexts(isDevelopment = false) {
  const cache = new LRUCache<string, Encodings, LiveSet & { tree: TextTree }>({
    ignoreFetchAbort: true,
    maxSize: mostBytes,
    sizeCalculation: ({ plain, br }) => 2000 + plain.body.length + br.body.length,
    // In development a text changes under the same key.
    ttl: isDevelopment ? 1 : 0,
    fetchMethod: (_name, _before, { context: { key, tree, isPinned } }) =>
      prepare(
        `${JSON.stringify(tree).replace(unprintable, escaped)}\n`,
        { ...headers, ETag: tagOf(JSON.stringify(tree)), Releases: key },
        isPinned ? brotli.fast : brotli.best,
      ),
  });
  return async (set: LiveSet, language: string): Promise<Encodings | undefined> => {
    const tree = set.texts.get(language);
    // A pinned set may become live, and is then compressed better.
    const name = `${language} ${set.key} ${set.isPinned ?? false}`;
    return cache.get(name) ?? (tree && cache.forceFetch(name, { context: { ...set, tree } }));
  };
}

/** YAML in the form of JSON, for which every browser has a parser. */
const headers = {
  ...guards,
  'Content-Type': 'application/yaml; charset=utf-8',
  // What is live may change at any time.
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

const escaped = (it: string) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Characters that YAML requires to be escaped, and JSON does not. */
const unprintable = /[\x7f-\x9f\ufeff\ufffe\uffff]/g;
