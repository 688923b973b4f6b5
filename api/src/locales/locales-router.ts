import { type Request, Router } from 'express';
import { acceptsBrotli } from '../accepts-brotli.ts';
import { knowsTag } from '../knows-tag.ts';
import type { LiveReleases } from '../releases/serve/live-releases.ts';
import type { LiveSet } from '../releases/serve/live-set.ts';
import { withReleases } from '../releases/serve/with-releases.ts';
import { parseRefs, type ReleaseRef } from '../releases/store/release-ref.ts';
import type { Store } from '../releases/store/store.ts';
import type { HeldTexts, TextsByLanguage } from './held-texts.ts';

interface Sources {
  store: Store;
  live: LiveReleases;
  textsOf: (set: LiveSet) => Promise<TextsByLanguage>;
  /** Takes down which releases failed a visitor. */
  report: (refs: readonly ReleaseRef[], visitor: string) => Promise<void>;
}

/**
 * `GET /api/locales/{language}`: YAML; 404 for a language that is not offered, 400 for nonsense.
 *
 * The answer names its releases. A page that has others (opened before a deploy, fallen back to the
 * release before, a preview) asks again with `?releases=home@…,…`, and with `&failed=home@…` says
 * which release it could not use.
 */
export function localesRouter({ store, live, textsOf, report }: Sources): Router {
  const router = Router();

  /** What is live, or what the query asks for; most calls have none and are answered at once. */
  async function setFor({ url, ip }: Request): Promise<LiveSet | undefined> {
    const start = url.indexOf('?');
    if (start < 0) return live.lately();
    const query = new URLSearchParams(url.slice(start));
    await report(parseRefs(query.get('failed')), String(ip));
    const lately = await live.lately();
    const wanted = parseRefs(query.get('releases'));
    return lately && wanted.length > 0 ? withReleases(store, lately, wanted) : lately;
  }

  router.get('/api/locales/:language', async (request, response) => {
    const { language } = request.params;
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(language)) {
      response.status(400).json({ error: 'A language is named by its code, such as en or de.' });
      return;
    }
    const set = await setFor(request);
    const all = set ? await textsOf(set) : new Map<string, HeldTexts>();
    const texts = all.get(language);
    if (!texts) {
      const offered = [...all.keys()].join(', ') || 'none yet';
      response
        .status(404)
        .json({ error: `There are no texts in "${language}", only: ${offered}.` });
      return;
    }
    const { body, headers } = acceptsBrotli(request) ? texts.brotli : texts.plain;
    // Written as a buffer with its own tag: `res.send` with its default one reaches 0.45 of it.
    if (knowsTag(request, texts.etag)) {
      const { 'Content-Length': _length, 'Content-Encoding': _encoding, ...rest } = headers;
      response.writeHead(304, rest).end();
    } else {
      response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
    }
  });
  return router;
}
