import { Router } from 'express';
import { acceptsBrotli } from '../accepts-brotli.ts';
import type { LiveReleases, LiveSet } from '../releases/live-set.ts';
import type { HeldTexts, TextsByLanguage } from './held-texts.ts';

/** `GET /api/locales/{language}`: YAML; 404 for a language that is not offered, 400 for nonsense. */
export function localesRouter(
  live: LiveReleases,
  textsOf: (set: LiveSet) => Promise<TextsByLanguage>,
): Router {
  const router = Router();
  router.get('/api/locales/:language', async (request, response) => {
    const { language } = request.params;
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(language)) {
      response.status(400).json({ error: 'A language is named by its code, such as en or de.' });
      return;
    }
    const set = await live.lately();
    const all = set ? await textsOf(set) : new Map<string, HeldTexts>();
    const texts = all.get(language);
    if (!texts) {
      const offered = [...all.keys()].join(', ') || 'none yet';
      response
        .status(404)
        .json({ error: `There are no texts in "${language}", only: ${offered}.` });
      return;
    }
    const isBrotli = acceptsBrotli(request);
    const body = isBrotli ? texts.brotli : texts.plain;
    const isFresh = request.headers['if-none-match'] === texts.etag;
    // Written as a buffer with its own tag: `res.send` with its default one reaches 0.45 of it.
    response.writeHead(isFresh ? 304 : 200, {
      'Content-Type': 'application/yaml; charset=utf-8',
      'Cache-Control': 'no-cache',
      ETag: texts.etag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
      ...(isFresh ? {} : { 'Content-Length': body.length }),
      ...(isBrotli && !isFresh ? { 'Content-Encoding': 'br' } : {}),
    });
    response.end(isFresh || request.method === 'HEAD' ? undefined : body);
  });
  return router;
}
