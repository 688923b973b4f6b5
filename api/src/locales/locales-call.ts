import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { parseRefs } from '@portfolio/releases/release/release.ts';
import parseUrl from 'parseurl';
import { answerFault } from '../errors.ts';
import { acceptsBrotli, readQuery } from '../http/read-request.ts';
import { sendJson, sendPrepared } from '../http/send.ts';
import type { Log } from '../log.ts';
import type { VisitNotes } from '../rollback/visit-notes.ts';
import { languageTag } from './merge-texts.ts';
import type { TextsByLanguage, TextsOf } from './texts-cache.ts';

interface Sources {
  live: LiveReleases;
  log: Log;
  textsOf: TextsOf;
  /** Records which releases failed a visitor. */
  report: (refs: readonly ReleaseRef[], visitor: string) => Promise<void>;
  visits: VisitNotes;
  /** The address a request comes from, behind the proxies that are trusted. */
  visitorOf: (request: IncomingMessage) => string;
}

const address = /^\/api\/locales\/([^/]+)\/?$/i;

const noTexts: TextsByLanguage = new Map();

/**
 * `GET /api/locales/{language}`: YAML; 404 for a language that is not offered, 400 for nonsense.
 *
 * The answer names its releases. A page that has others (opened before a deploy, fallen back to the
 * release before, a preview) asks again with `?releases=home@…,…`, and with `&failed=home@…` says
 * which release it could not use.
 *
 * It stands before Express, since what that does before its first route takes as long as this call.
 * @param next answers everything that is not this call
 */
export function answerLocales(sources: Sources, next: RequestListener): RequestListener {
  return (request, response) => {
    const { pathname, query } = parseUrl(request) ?? {};
    const [, language] = address.exec(pathname ?? '') ?? [];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (language === undefined || !isRead) return next(request, response);
    textsFor(sources, request, query)
      .then((texts) => answer(texts, decodeURIComponent(language), request, response))
      .catch((error) => answerFault(sources.log, error, request.url, response));
  };
}

/** The texts of what is live, or of the releases that the query names. */
async function textsFor(
  { live, textsOf, report, visits, visitorOf }: Sources,
  request: IncomingMessage,
  query: unknown,
): Promise<TextsByLanguage> {
  const set = await live.cached();
  if (!set) return noTexts;
  if (typeof query !== 'string') {
    if (request.method === 'GET') visits.read(set, visitorOf(request));
    return textsOf(set);
  }
  const asked = readQuery(request.url);
  const failed = refsIn(set, asked.get('failed'));
  const wanted = refsIn(set, asked.get('releases'));
  await report(failed, visitorOf(request));
  if (failed.length > 0 && isAsLive(set, wanted, failed))
    visits.failed(set, failed, visitorOf(request));
  return textsOf(wanted.length > 0 ? await withReleases(live, set, wanted) : set);
}

/**
 * The releases a query names: one of a name, as a page has them, and only of names there are. A disk
 * is asked for no other.
 */
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

async function answer(
  texts: TextsByLanguage,
  language: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const found = texts.get(language);
  if (found) {
    const brotli = acceptsBrotli(request) ? await found.brotli() : undefined;
    sendPrepared(request, response, brotli ?? found.plain);
  } else if (!languageTag.test(language)) {
    sendJson(response, 400, { error: 'A language is named by its code, such as en or de.' });
  } else {
    const offered = [...texts.keys()].join(', ') || 'none yet';
    sendJson(response, 404, { error: `There are no texts in "${language}", only: ${offered}.` });
  }
}
