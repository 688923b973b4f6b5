import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { parseRefs } from '@portfolio/releases/release/release.ts';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { readQuery } from '../http/read-request.ts';
import {
  guards,
  inSpareTime,
  type PreparedAnswer,
  type PreparedEncodings,
  prepareEncodings,
  sendEncoded,
  tagOf,
} from '../http/send.ts';

interface TextSources {
  live: LiveReleases;
  isDevelopment: boolean;
}

/** Such as `en` or `pt-BR`. */
const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/**
 * `GET /api/locales/{language}`: YAML; 404 for a language that is not offered, 400 for nonsense.
 *
 * A page asks for the texts of its own releases by `?releases=home@…,…`: it may be older than a deploy, a
 * preview, or fallen back. The answer names what it has.
 */
export function answerLocales(sources: TextSources): RequestHandler<{ language: string }> {
  const textsOf = cacheTexts(sources);
  return async (request, response) => {
    const { language } = request.params;
    const set = await setFor(sources.live, request);
    const found = set && textsOf(set, language);
    if (found) return sendEncoded(request, response, found);
    response.set({ ...guards, 'Cache-Control': 'no-store' });
    if (!languageTag.test(language)) {
      const error = 'A language is named by its code, such as en or de.';
      response.status(400).json({ error });
    } else {
      const offered = [...(set?.texts.keys() ?? [])].join(', ') || 'none yet';
      const error = `There are no texts in "${language}", only: ${offered}.`;
      response.status(404).json({ error });
    }
  };
}

/** The live set with the releases that the query names. */
async function setFor(
  live: LiveReleases,
  { url }: Pick<Request, 'url'>,
): Promise<LiveSet | undefined> {
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

/** How many sets are cached: pinned ones, which visitors ask for, never evict live ones. */
const most = { live: 16, pinned: 40 };

/**
 * Caches the texts of a set in a language, compressed once. Visitors can ask for any combination of releases.
 * A limit would hit visitors behind a shared address, so combinations are sent uncompressed when they are
 * too many.
 */
export function cacheTexts({ isDevelopment } = { isDevelopment: false }) {
  // In development a text changes under the same key.
  const ttl = isDevelopment ? 1 : 0;
  const live = new LRUCache<string, PreparedEncodings>({ max: most.live, ttl });
  const pinned = new LRUCache<string, PreparedEncodings>({ max: most.pinned, ttl });
  const spare = inSpareTime();
  return ({ key, texts, isPinned }: LiveSet, language: string): PreparedEncodings | undefined => {
    const tree = texts.get(language);
    if (!tree) return undefined;
    const name = `${language} ${key}`;
    // A pinned set may become live, and live sets are always compressed.
    const isOneOfMany = isPinned && !live.has(name);
    const cache = isOneOfMany ? pinned : live;
    const known = cache.get(name);
    if (known) return known;
    const answer = prepareEncodings(answerWith(key, tree), isOneOfMany ? spare : undefined);
    cache.set(name, answer);
    return answer;
  };
}

/** Writes YAML in the form of JSON, for which every browser has a parser. */
function answerWith(releases: string, tree: TextTree): PreparedAnswer {
  const escaped = (it: string) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const body = Buffer.from(`${JSON.stringify(tree).replace(unprintable, escaped)}\n`);
  const headers = {
    ...guards,
    'Content-Type': 'application/yaml; charset=utf-8',
    // What is live may change at any time.
    'Cache-Control': 'no-cache',
    ETag: tagOf(body),
    Releases: releases,
    Vary: 'Accept-Encoding',
  };
  return { body, headers };
}

/** Characters that YAML requires to be escaped, and JSON does not. */
const unprintable = /[\x7f-\x9f\ufeff\ufffe\uffff]/g;
