import {
  beginUpload,
  type ChangeRequest,
  expectContent,
  factsOf,
  findUpload,
  missingContents,
  mostRequestBytes,
  noteReceived,
  PublishRefusedError,
  readRequest,
  refuseUnlessOpened,
  refuseUnlessStillAllowed,
  type Upload,
  useNonce,
} from '@portfolio/releases/access/index.ts';
import { receiveContent } from '@portfolio/releases/contents/contents.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { readThrown } from '@portfolio/releases/store/faults.ts';
import { listReleases } from '@portfolio/releases/store/list-releases.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import express, { type RequestHandler, Router } from 'express';
import type { Config } from '../config.ts';
import {
  brotli,
  type Encodings,
  prepare as prepareAnswer,
  sendEncoded,
  tagOf,
} from '../http/send.ts';
import type { Log } from '../log.ts';
import { commitUpload, moveLive } from './commit-upload.ts';
import { refuseUnsuitable } from './limit-request.ts';
import { answerRefusals } from './refusals.ts';
import {
  admitRequests,
  boundArriving,
  limitAddresses,
  limitKeys,
  onlyWithKeys,
  type PublishResponse,
  type Signer,
  verifySigner,
} from './verify-request.ts';

/** The most releases in an answer; the newest come first. */
const mostShown = 1000;

/** How many uncommitted bytes a section may send, as a multiple of UPLOAD_BYTES. */
const roomFor = 3;

interface PublishingParts {
  config: Config;
  store: Store;
  live: LiveReleases;
  log: Log;
}

/**
 * The routes by which teams publish: `POST /api/publishing` with a signed request, `PUT
 * /api/publishing/<token>/<hash>` for each content that the site lacks, and `POST /api/publishing/<token>` to
 * commit. They exist only once the owner has added a key.
 */
export function publishingRouter(parts: PublishingParts): Router {
  const { config, store, live, log } = parts;
  const site = config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin;
  const isLimited = config.RATE_LIMIT !== 'off';
  const perKey = isLimited ? [limitKeys()] : [];
  const admitContent = boundArriving();
  const router = Router();

  router.use(['/api/releases', '/api/publishing'], onlyWithKeys(store, log));
  router.get('/api/releases', answerFacts(store, live));
  if (isLimited) router.use('/api/publishing', limitAddresses());
  router.post(
    '/api/publishing',
    admitRequests(store),
    express.raw({ type: () => true, limit: mostRequestBytes, inflate: false }),
    verifySigner(store),
    ...perKey,
    take,
  );
  router.put('/api/publishing/:token/:hash', async (request, response) => {
    const { token, hash } = request.params;
    const upload = await openedBy(token);
    admitContent(upload.keyId, response);
    const content = await expectContent(store, upload, hash, roomFor * config.UPLOAD_BYTES);
    await receiveContent(store, content, request);
    await noteReceived(store, upload, content);
    response.status(204).end();
  });
  router.post(
    '/api/publishing/:token',
    async ({ params }, { locals }, next) => {
      Object.assign(locals, await openedBy(String(params.token)));
      next();
    },
    ...perKey,
    async (_request, response) => {
      const upload = response.locals as Upload;
      // A client repeats a commit whose answer was lost.
      if (!upload.isDone) await commit(upload);
      response.json(resultOf(upload.request));
    },
  );
  router.use(['/api/releases', '/api/publishing'], answerRefusals(log));
  return router;

  async function take({ body }: express.Request, response: PublishResponse): Promise<void> {
    const { key, keyId } = response.locals as Pick<Signer, 'key' | 'keyId'>;
    const request = readRequest(body);
    // `answerRefusals` logs the request.
    response.locals.request = request;
    refuseUnlessOpened(key, request, { site });
    await useNonce(store, keyId, request.nonce);
    if (request.does === 'list') {
      const isPreviewOnly = key.isPreviewOnly ?? false;
      await store.shared.pull();
      const releases = (await listReleases(store, request.section)).slice(0, mostShown);
      const faults = request.withFaults && (await readThrown(store, { name: request.section }));
      response.json({ isPreviewOnly, releases, faults });
      return;
    }
    if (request.does === 'read') {
      const { section, release: id, file } = request;
      const release = await live.find({ name: section, id });
      const content = await release?.read(file);
      if (!content) throw new PublishRefusedError(404, `${section}@${id} has no such file.`);
      response.type('application/octet-stream').send(content);
      return;
    }
    await refuseUnsuitable(store, config, request);
    if (request.does === 'publish') {
      const upload = await beginUpload(store, keyId, request);
      const missing = await missingContents(store, upload);
      response.status(201).json({ upload: upload.token, missing });
    } else {
      await moveLive(store, { keyId, request });
      response.json(resultOf(request));
    }
  }

  async function commit(upload: Upload): Promise<void> {
    try {
      await commitUpload(store, upload, config);
    } catch (error) {
      // Another process may have committed the upload meanwhile.
      if (!(await findUpload(store, upload.token))?.isDone) throw error;
    }
  }

  /** Finds an upload whose key is still allowed to publish it. @throws PublishRefusedError */
  async function openedBy(token: string): Promise<Upload> {
    const upload = await findUpload(store, token);
    if (!upload) throw new PublishRefusedError(404, 'There is no such upload. Deploy again.');
    await refuseUnlessStillAllowed(store, upload);
    return upload;
  }
}

function resultOf(request: ChangeRequest) {
  const { section, release } = request;
  const isPreview = request.does === 'publish' && request.isPreview;
  const isLive = request.does !== 'retire' && !isPreview;
  return { section, release, isLive };
}

/**
 * `GET /api/releases`: what a team needs of the live releases to build and check its own. The answer is cached
 * until what is live changes.
 */
function answerFacts(store: Store, live: LiveReleases): RequestHandler {
  let latest: { set: LiveSet; answer: Promise<Encodings> } | undefined;
  return async (request, response) => {
    // A commit will be compared with what is live at this moment.
    await store.shared.catchUp();
    const set = await live.current();
    if (!set) {
      response.status(503).json({ error: 'No shell has been released yet.' });
      return;
    }
    if (latest?.set !== set) latest = { set, answer: prepare(store, set) };
    const { answer } = latest;
    answer.catch(() => {
      latest = undefined;
    });
    await sendEncoded(request, response, await answer);
  };
}

async function prepare(store: Store, set: LiveSet): Promise<Encodings> {
  const body = JSON.stringify(await factsOf(store, set));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
    ETag: tagOf(body),
    Vary: 'Accept-Encoding',
  };
  return prepareAnswer(body, headers, brotli.fast);
}
