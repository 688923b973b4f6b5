import {
  appendAudit,
  type Change,
  factsOf,
  mostStatementBytes,
  PublishRefusedError,
  readKeys,
  readKnownAllowances,
  readStatement,
  refuseUnlessAllowed,
  refuseUnlessOpened,
  unknownKey,
  useCounter,
} from '@portfolio/releases/access/index.ts';
import { readFaults } from '@portfolio/releases/ledger/faults.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { tableOf } from '@portfolio/releases/store/list-releases.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import express, { type RequestHandler, Router } from 'express';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Config } from '../config.ts';
import { type PreparedEncodings, prepareEncodings, sendEncoded, tagOf } from '../http/send.ts';
import type { Log } from '../log.ts';
import { commitUpload, deedOf, moveLive } from './commit-upload.ts';
import { refuseOverQuota, refuseUnsuitable } from './limit-statement.ts';
import { answerRefusals } from './refusals.ts';
import { adoptKnown, missingOf, openUploads, receive, type Upload } from './uploads.ts';
import {
  admitStatements,
  limitAddresses,
  limitKeys,
  onlyWithKeys,
  type PublishResponse,
  type Signer,
  verifySigner,
} from './verify-request.ts';

/** Bounds the releases in an answer; the newest come first. */
const mostShown = 1000;

interface Parts {
  config: Config;
  store: Store;
  live: LiveReleases;
  log: Log;
}

/**
 * The calls with which a team publishes from anywhere. A statement is what counts: `POST
 * /api/publishing` with it, `PUT /api/publishing/<token>/<hash>` for each file that the site lacks,
 * `POST /api/publishing/<token>` to make it a release. As long as the owner has added no key, there
 * are no such calls.
 */
export function publishingRouter(parts: Parts): Router {
  const { config, store, live, log } = parts;
  const site = config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin;
  const isLimited = config.RATE_LIMIT !== 'off';
  const perKey = isLimited ? [limitKeys()] : [];
  const uploads = openUploads(config.DATA_DIR);
  const queues = new Map<string, LimitFunction>();
  const router = Router();

  router.use(['/api/releases', '/api/publishing'], onlyWithKeys(store, log));
  router.get('/api/releases', answerFacts(store, live));
  if (isLimited) router.use('/api/publishing', limitAddresses());
  router.post(
    '/api/publishing',
    admitStatements(store),
    express.raw({ type: () => true, limit: mostStatementBytes, inflate: false }),
    verifySigner(store),
    ...perKey,
    take,
  );
  router.put('/api/publishing/:token/:hash', async (request, response) => {
    const { token, hash } = request.params;
    await receive(await openedBy(token), hash, request);
    response.status(204).end();
  });
  router.post(
    '/api/publishing/:token',
    async ({ params }, { locals }, next) => {
      Object.assign(locals, await openedBy(String(params.token)));
      next();
    },
    ...perKey,
    async ({ params }, response) => {
      const { statement } = response.locals as Upload;
      // A request that is repeated because its answer was lost finds the upload done.
      await enqueue(statement.section, async () => {
        const now = await openedBy(String(params.token));
        if (!now.isDone) await commit(now);
      });
      response.json(resultOf(statement));
    },
  );
  router.use('/api/publishing', answerRefusals(store, log));
  return router;

  async function take(request: express.Request, response: PublishResponse): Promise<void> {
    const { key, keyId } = response.locals as Pick<Signer, 'key' | 'keyId'>;
    const statement = readStatement(request.body);
    // What is refused from here on is logged with it.
    response.locals.statement = statement;
    refuseUnlessOpened(key, statement, { site });
    await useCounter(store, keyId, statement.counter);
    if (statement.does === 'list') {
      const isPreviewOnly = key.isPreviewOnly ?? false;
      const releases = (await tableOf(store, statement.section)).slice(0, mostShown);
      const faults = statement.withFaults && (await readFaults(store, { name: statement.section }));
      response.json({ isPreviewOnly, releases, faults });
      return;
    }
    if (statement.does === 'read') {
      const release = await live.find({ name: statement.section, id: statement.release });
      const content = await release?.read(statement.file);
      if (!content)
        throw new PublishRefusedError(
          404,
          `${statement.section}@${statement.release} has no such file.`,
        );
      response.type('application/octet-stream').send(content);
      return;
    }
    await refuseUnsuitable(store, config, statement);
    const signer = { keyId, statement };
    await appendAudit(store, { ...deedOf(signer), outcome: 'begun' });
    if (statement.does === 'publish') {
      const upload = await uploads.begin(keyId, statement, request.body);
      await adoptKnown(store, upload);
      response.status(201).json({ upload: upload.token, missing: await missingOf(upload) });
    } else {
      await moveLive(store, signer);
      response.json(resultOf(statement));
    }
  }

  async function commit(upload: Upload): Promise<void> {
    const { statement, token } = upload;
    try {
      const pages = await commitUpload(store, upload, {
        recheck: () => openedBy(token),
        bound: (locked) => refuseOverQuota(locked, statement, config),
      });
      // Before it counts as done: what cannot be logged is asked for again.
      if (statement.isPreview)
        await appendAudit(store, { ...deedOf(upload), outcome: 'done', pages });
      await uploads.finish(upload);
    } catch (error) {
      // Another process with this folder may have committed it meanwhile, and removed what was sent.
      if ((await uploads.find(token))?.isDone) return;
      // Each refusal is a line of the log, so there is one for each statement.
      if (error instanceof PublishRefusedError && error.status === 422) await uploads.drop(upload);
      throw error;
    }
  }

  /** An upload whose key still opens it. @throws PublishRefusedError */
  async function openedBy(token: string): Promise<Upload> {
    const upload = await uploads.find(token);
    if (!upload) throw new PublishRefusedError(404, 'There is no such upload. Deploy again.');
    const key = (await readKeys(store)).find(({ id }) => id === upload.keyId);
    if (!key) throw unknownKey(upload.keyId);
    refuseUnlessAllowed(key, upload.statement);
    return upload;
  }

  /**
   * Commits of one section run one after the other; a section that waits for its lock delays no other.
   */
  async function enqueue<Result>(section: string, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(section) ?? pLimit(1);
    queues.set(section, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(section);
    }
  }
}

function resultOf(statement: Change) {
  const { section, release } = statement;
  const isLive = !(statement.does === 'publish' && statement.isPreview);
  return { section, release, isLive };
}

/**
 * `GET /api/releases`: what is live, as a team needs it to build and check; made once per set, and again
 * when the owner allows more.
 */
function answerFacts(store: Store, live: LiveReleases): RequestHandler {
  let latest: { set: LiveSet; said: string; answer: Promise<PreparedEncodings> } | undefined;
  return async (request, response) => {
    const set = await live.fresh();
    if (!set) {
      response.status(503).json({ error: 'No shell has been released yet.' });
      return;
    }
    const said = JSON.stringify(await readKnownAllowances(store));
    if (latest?.set !== set || latest.said !== said)
      latest = { set, said, answer: prepare(store, set) };
    const { answer } = latest;
    answer.catch(() => {
      latest = undefined;
    });
    await sendEncoded(request, response, await answer);
  };
}

async function prepare(store: Store, set: LiveSet): Promise<PreparedEncodings> {
  const body = Buffer.from(JSON.stringify(await factsOf(store, set)));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
    ETag: tagOf(body),
    Vary: 'Accept-Encoding',
  };
  return prepareEncodings({ body, headers });
}
