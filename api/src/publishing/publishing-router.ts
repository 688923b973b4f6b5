import { factsOf } from '@portfolio/releases/access/site-facts.ts';
import { findToken, idOfToken, refuseUnlessOpens } from '@portfolio/releases/access/tokens.ts';
import { addRelease, retire, rollBack } from '@portfolio/releases/live/change-live.ts';
import { RefusedRequestError } from '@portfolio/releases/release/release-errors.ts';
import { readThrown } from '@portfolio/releases/store/faults.ts';
import { inWorkFolder } from '@portfolio/releases/store/release-cache.ts';
import { listReleases } from '@portfolio/releases/store/store.ts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import pLimit from 'p-limit';
import { limitRequests } from '../http/guards.ts';
import type { Parts } from '../parts.ts';
import { unpackUpload } from './unpack-upload.ts';

/** Uploads that are received at a time; others wait, unread. */
const mostArriving = 4;

/** Refused requests of an address in a minute, which bounds guessing: a deploy that succeeds has none. */
const mostRefused = 30;

/**
 * The calls by which teams publish, with `Authorization: Bearer <token>`: `PUT /api/releases/<section>` with a
 * `.tar.gz` publishes (`?preview` not live, `?check` nothing at all), `POST` moves what is live back or to `?to=<id>`,
 * `DELETE` retires, `GET` lists (`?faults` with what was thrown). `?live=<id>` names what the team saw live, or
 * `?live=` that nothing was: a change is refused if it is another.
 */
export function publishingRouter({ config, store, live }: Parts): Router {
  const arriving = pLimit(mostArriving);
  // Examining takes memory and a processor.
  const inTurn = pLimit(1);
  const router = Router();
  router.get('/api/releases', async (_request, response) => {
    const set = await live.current();
    if (!set) throw new RefusedRequestError(503, 'No shell has been released yet.');
    response.set('Cache-Control', 'no-cache').json(factsOf(set, store.connectOrigins));
  });
  const limit = { limit: mostRefused, message: tooMany, skipSuccessfulRequests: true };
  router
    .route('/api/releases/:section')
    .all(limitRequests(config, limit), refuseOverHttp)
    .get(async (request, response) => {
      const { section, query } = await open(request, response);
      response.set('Cache-Control', 'no-store').json({
        releases: await listReleases(store, section),
        faults: query.has('faults') ? await readThrown(store, { name: section }) : [],
      });
    })
    .put(async (request, response) => {
      const { section, query, options } = await open(request, response, 'publish');
      const how = { isPreview: query.has('preview'), isCheckOnly: query.has('check'), ...options };
      const { id } = await inWorkFolder(store, async (folder) => {
        const declared = await arriving(() => unpackUpload(request, folder, config.UPLOAD_BYTES));
        if (declared.name !== section)
          throw new RefusedRequestError(422, `The archive is no release of ${section}.`);
        // The owner may have removed the token meanwhile.
        await open(request, response, 'publish');
        return inTurn(() => addRelease(store, folder, declared, how));
      });
      response.json({ id });
    })
    .post(async (request, response) => {
      const { section, query, options } = await open(request, response, 'move');
      response.json({ id: await rollBack(store, section, query.get('to') ?? undefined, options) });
    })
    .delete(async (request, response) => {
      const { section, options } = await open(request, response, 'move');
      response.json({ id: await retire(store, section, options) });
    });
  return router;

  /** @throws RefusedRequestError unless the request has a token that opens what it asks for */
  async function open({ url, headers, params }: Request, { locals }: Response, does?: string) {
    const [, secret = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    const token = await findToken(store, secret);
    const section = String(params.section);
    const query = new URL(url, 'http://-').searchParams;
    const key = idOfToken(token);
    Object.assign(locals, { key, section });
    const isKept = does === 'publish' && (query.has('preview') || query.has('check'));
    refuseUnlessOpens(token, section, does !== undefined && !isKept);
    const expectLive = query.get('live') ?? undefined;
    return { section, query, options: { expectLive, key } };
  }
}

const ofProxy = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto'];

/**
 * Refuses a token that came over plain HTTP from elsewhere. A proxy on this machine says how a request came to it,
 * which counts where TRUST_PROXY names the proxy.
 */
const refuseOverHttp: RequestHandler = ({ secure, socket, headers }, _response, next) => {
  const isLoopback = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '');
  const isFromHere = isLoopback && !ofProxy.some((header) => header in headers);
  if (secure || isFromHere) return next();
  const sentence =
    'A token goes over https:// alone. If this one came over http://, others may have read it: have it removed, and make a new one. Behind a proxy the owner sets TRUST_PROXY.';
  next(new RefusedRequestError(403, sentence));
};

const tooMany = {
  error: 'Too many requests of your address were refused. Try again in a minute.',
};
