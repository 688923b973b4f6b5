import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type LiveReleases,
  type LiveSet,
  parseRefs,
  type ReleaseRef,
  type Store,
  withReleases,
} from '@portfolio/releases';
import type { RequestHandler } from 'express';
import { acceptsBrotli } from '../accepts-brotli.ts';
import { knowsTag } from '../knows-tag.ts';
import type { HeldTexts, TextsByLanguage } from './held-texts.ts';

interface Sources {
  store: Store;
  live: LiveReleases;
  textsOf: (set: LiveSet) => Promise<TextsByLanguage>;
  /** Takes down which releases failed a visitor. */
  report: (refs: readonly ReleaseRef[], visitor: string) => Promise<void>;
}

/** The call as a route, and what answers most of them before any route is looked for. */
interface TextsAnswers {
  route: RequestHandler;
  /** Answers what needs no waiting and no query; false when the route has to. */
  atOnce: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const address = '/api/locales/';

/** Such as `en`, `pt-BR`. */
const languageCode = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/**
 * `GET /api/locales/{language}`: YAML; 404 for a language that is not offered, 400 for nonsense.
 *
 * The answer names its releases. A page that has others (opened before a deploy, fallen back to the
 * release before, a preview) asks again with `?releases=home@…,…`, and with `&failed=home@…` says
 * which release it could not use.
 */
export function answerTexts({ store, live, textsOf, report }: Sources): TextsAnswers {
  /** What the last live set turned out to be. */
  let latest: { set: Promise<LiveSet | undefined>; all: TextsByLanguage } | undefined;

  async function textsOfLive(set: Promise<LiveSet | undefined>): Promise<TextsByLanguage> {
    const all = await textsOfSet(await set);
    latest = { set, all };
    return all;
  }

  async function textsOfQuery(query: URLSearchParams, visitor: string): Promise<TextsByLanguage> {
    await report(parseRefs(query.get('failed')), visitor);
    const current = await live.cached();
    const wanted = parseRefs(query.get('releases'));
    return textsOfSet(
      current && wanted.length > 0 ? await withReleases(store, current, wanted) : current,
    );
  }

  async function textsOfSet(set: LiveSet | undefined): Promise<TextsByLanguage> {
    return set ? textsOf(set) : new Map();
  }

  const route: RequestHandler = (request, response) => {
    const { language } = request.params as { language: string };
    const answer = (all: TextsByLanguage) => {
      const texts = all.get(language);
      if (texts) return send(texts, request, response);
      if (!languageCode.test(language))
        return response
          .status(400)
          .json({ error: 'A language is named by its code, such as en or de.' });
      const offered = [...all.keys()].join(', ') || 'none yet';
      return response
        .status(404)
        .json({ error: `There are no texts in "${language}", only: ${offered}.` });
    };
    const start = request.url.indexOf('?');
    if (start >= 0) {
      const query = new URLSearchParams(request.url.slice(start));
      return textsOfQuery(query, String(request.ip)).then(answer);
    }
    return textsOfLive(live.cached()).then(answer);
  };

  const atOnce: TextsAnswers['atOnce'] = (request, response) => {
    const { method, url = '' } = request;
    if (method !== 'GET' || !latest || !url.startsWith(address)) return false;
    const texts = latest.all.get(url.slice(address.length));
    if (!texts || live.cached() !== latest.set) return false;
    send(texts, request, response);
    return true;
  };
  return { route, atOnce };
}

function send(texts: HeldTexts, request: IncomingMessage, response: ServerResponse): void {
  const { body, headers } = acceptsBrotli(request) ? texts.brotli : texts.plain;
  // Written as a buffer with its own tag: `res.send` with its default one reaches 0.45 of it.
  if (knowsTag(request, texts.etag)) {
    const { 'Content-Length': _length, 'Content-Encoding': _encoding, ...rest } = headers;
    response.writeHead(304, rest).end();
  } else {
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
  }
}
