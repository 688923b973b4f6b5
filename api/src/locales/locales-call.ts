import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { parseRefs } from '@portfolio/releases/release/release.ts';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { readQuery } from '../document/page-request.ts';
import {
  guards,
  inSpareTime,
  type PreparedAnswer,
  type PreparedEncodings,
  prepareEncodings,
  sendEncoded,
  tagOf,
} from '../http/send.ts';
import type { VisitRecorder } from '../rollback/follow-visits.ts';

interface TextSources {
  live: LiveReleases;
  visits: VisitRecorder;
  isDevelopment: boolean;
}

/** Such as `en` or `pt-BR`. */
const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/**
 * `GET /api/locales/{language}`: YAML; 404 for a language that is not offered, 400 for nonsense.
 *
 * The answer names its releases. A page that has others (opened before a deploy, fallen back to the
 * release before, a preview) asks again with `?releases=home@…,…`, and with `&failed=home@…` says
 * which release it could not use, with `?threw=home@…` which one threw where the page goes on; the
 * header `Failed-With` says what that threw.
 */
export function answerLocales(sources: TextSources): RequestHandler<{ language: string }> {
  const textsOf = cacheTexts(sources);
  return async (request, response) => {
    const { language } = request.params;
    const set = await setFor(sources, request);
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

/** What is live, with the releases that the query names; a failure that it tells of is noted. */
async function setFor(
  { live, visits }: TextSources,
  request: Pick<Request, 'url' | 'method' | 'ip' | 'headers'>,
): Promise<LiveSet | undefined> {
  const set = await live.current();
  if (!set) return undefined;
  const visitor = String(request.ip);
  if (!request.url.includes('?')) {
    if (request.method === 'GET') visits.read(set, visitor);
    return set;
  }
  const asked = readQuery(request.url);
  const failed = refsIn(set, asked.get('failed'));
  const wanted = refsIn(set, asked.get('releases'));
  const report = request.headers['failed-with']?.toString();
  if (failed.length > 0) visits.failed(set, failed, visitor, isAsLive(set, wanted, failed), report);
  const [thrower] = refsIn(set, asked.get('threw'));
  if (thrower && report) visits.threw(set, thrower, visitor, report);
  return wanted.length > 0 ? withReleases(live, set, wanted) : set;
}

/** The releases that a query names: of each name one, and only of live names, so that no other is looked for on the disk. */
function refsIn({ sections }: LiveSet, text: string | null): ReleaseRef[] {
  const refs = parseRefs(text).filter(
    ({ name }) => name === 'shell' || Object.hasOwn(sections, name),
  );
  return [...new Map(refs.map((ref) => [ref.name, ref])).values()];
}

/**
 * Whether a page has what is live, but for what failed it: under another shell, or in a preview, a
 * section fails for reasons that are none of its own.
 */
function isAsLive(
  { shell, sections }: LiveSet,
  wanted: ReleaseRef[],
  failed: ReleaseRef[],
): boolean {
  return wanted
    .filter(({ name }) => !failed.some((lost) => lost.name === name))
    .every(({ name, id }) =>
      name === 'shell' ? id === shell.id : sections[name]?.some((release) => release.id === id),
    );
}

/** Sets that are or were live, and those that visitors ask for: these never push those out. */
const most = { live: 16, pinned: 40 };

/**
 * The translation document of a set in a language, written and compressed once. Sets that are not live are
 * as many as combinations of releases, and any visitor can ask for them. Refusing them would hit visitors
 * behind a shared address, so they are sent plain when too many are asked for.
 */
export function cacheTexts({ isDevelopment } = { isDevelopment: false }) {
  // In development a changed text is there with the next reload, under the same key.
  const ttl = isDevelopment ? 1 : 0;
  const live = new LRUCache<string, PreparedEncodings>({ max: most.live, ttl });
  const pinned = new LRUCache<string, PreparedEncodings>({ max: most.pinned, ttl });
  const spare = inSpareTime();
  return ({ key, texts, isPinned }: LiveSet, language: string): PreparedEncodings | undefined => {
    const tree = texts.get(language);
    if (!tree) return undefined;
    const name = `${language} ${key}`;
    // A set that was asked for may become the live one; there is always time for that.
    const isOneOfMany = isPinned && !live.has(name);
    const cache = isOneOfMany ? pinned : live;
    const known = cache.get(name);
    if (known) return known;
    const answer = prepareEncodings(answerWith(key, tree), isOneOfMany ? spare : undefined);
    cache.set(name, answer);
    return answer;
  };
}

/**
 * YAML in flow style, as JSON writes it: every browser brings a parser for that. It names its releases, so
 * that a page knows whether they are its own.
 */
function answerWith(releases: string, tree: TextTree): PreparedAnswer {
  const escaped = (it: string) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const body = Buffer.from(`${JSON.stringify(tree).replace(unprintable, escaped)}\n`);
  const headers = {
    ...guards,
    'Content-Type': 'application/yaml; charset=utf-8',
    // Reports of failures and the question for what is live go by the same address: no cache may answer them.
    'Cache-Control': 'no-cache',
    ETag: tagOf(body),
    Releases: releases,
    Vary: 'Accept-Encoding',
  };
  return { body, headers };
}

/** What YAML wants escaped in a string, and JSON does not. */
const unprintable = /[\x7f-\x9f\ufeff\ufffe\uffff]/g;
