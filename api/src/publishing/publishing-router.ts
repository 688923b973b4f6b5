import {
  type Change,
  mostStatementBytes,
  PublishRefusedError,
  readKeys,
  refusePublish,
  refuseUnlessAllowed,
  useCounter,
} from '@portfolio/releases/access/index.ts';
import { readFaults } from '@portfolio/releases/ledger/faults.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { tableOf } from '@portfolio/releases/store/list-releases.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import express, { Router } from 'express';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { deedOf, openAudit, type PublishResponse, type Signer } from './audit.ts';
import { commitUpload, moveLive } from './commit-upload.ts';
import { answerFacts } from './facts-call.ts';
import { explainRefusals } from './refusals.ts';
import { type Limits, refuseOverQuota, takeStatement } from './take-statement.ts';
import { adoptKnown, missingOf, openUploads, receive, type Upload } from './uploads.ts';
import {
  admitStatements,
  limitAddresses,
  limitKeys,
  onlyWithKeys,
  readSigned,
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
  const bounds: Limits = {
    files: config.UPLOAD_FILES,
    fileBytes: config.UPLOAD_FILE_BYTES,
    bytes: config.UPLOAD_BYTES,
  };
  const isLimited = config.RATE_LIMIT !== 'off';
  const uploads = openUploads(config.DATA_DIR);
  const audit = openAudit(store, log);
  const queues = new Map<string, LimitFunction>();
  const router = Router();
  const limits = isLimited ? [limitAddresses()] : [];
  const perKey = isLimited ? [limitKeys()] : [];

  router.use(['/api/releases', '/api/publishing'], onlyWithKeys(store, log));
  router.get('/api/releases', answerFacts(store, live));
  router.post(
    '/api/publishing',
    ...limits,
    admitStatements(store),
    express.raw({ type: () => true, limit: mostStatementBytes, inflate: false }),
    verifySigner(store),
    ...perKey,
    readSigned(config.PUBLIC_URL),
    take,
  );
  router.put('/api/publishing/:token/:hash', ...limits, async (request, response) => {
    const { token, hash } = request.params as { token: string; hash: string };
    const { upload } = await openedBy(token);
    await receive(upload, hash, request);
    response.status(204).end();
  });
  router.post(
    '/api/publishing/:token',
    ...limits,
    async (request, response: PublishResponse, next) => {
      const { upload, signer } = await openedBy(String(request.params.token));
      Object.assign(response.locals, signer, { upload });
      next();
    },
    ...perKey,
    async (_request, response: PublishResponse) => {
      const { upload } = response.locals as Signer & { upload: Upload };
      const { statement } = upload;
      // A request that is repeated because its answer was lost finds the upload done.
      await enqueue(statement.section, async () => {
        const now = await openedBy(upload.token);
        if (!now.upload.isDone) await commit(now.upload, now.signer);
      });
      response.json(resultOf(statement));
    },
  );
  router.use('/api/publishing', audit.refusals, explainRefusals(log));
  return router;

  async function take(request: express.Request, response: PublishResponse): Promise<void> {
    const signer = response.locals as Signer;
    const { keyId, statement } = signer;
    if (statement.does === 'list') {
      await useCounter(store, keyId, statement.counter);
      const isPreviewOnly = response.locals.key?.isPreviewOnly ?? false;
      const releases = (await tableOf(store, statement.section)).slice(0, mostShown);
      const faults = statement.withFaults && (await readFaults(store, { name: statement.section }));
      response.json({ isPreviewOnly, releases, faults });
      return;
    }
    await takeStatement({ store, limits: bounds }, keyId, statement);
    await audit.write(signer, 'begun');
    if (statement.does === 'publish') {
      const upload = await uploads.begin(keyId, statement, request.body);
      await adoptKnown(store, upload);
      response.status(201).json({ upload: upload.token, missing: await missingOf(upload) });
    } else {
      await moveLive(store, statement, deedOf(signer));
      response.json(resultOf(statement));
    }
  }

  async function commit(upload: Upload, signer: Signer): Promise<void> {
    const recheck = async () => {
      await openedBy(upload.token);
    };
    try {
      const bound = (locked: Store) => refuseOverQuota(locked, upload.statement, bounds);
      const { pages } = await commitUpload(store, upload, { recheck, bound }, deedOf(signer));
      await uploads.finish(upload);
      if (upload.statement.isPreview) await audit.write(signer, 'done', { pages });
    } catch (error) {
      // Each refusal is a line of the log, so there is one for each statement.
      if (error instanceof PublishRefusedError && error.status === 422) await uploads.drop(upload);
      throw error;
    }
  }

  /** An upload whose key still opens it. @throws PublishRefusedError */
  async function openedBy(token: string): Promise<{ upload: Upload; signer: Signer }> {
    const upload = await uploads.find(token);
    if (!upload) throw new PublishRefusedError(404, 'There is no such upload. Deploy again.');
    const { keyId, statement } = upload;
    const key = (await readKeys(store)).find(({ id }) => id === keyId);
    if (!key) throw refusePublish.unknownKey(keyId);
    refuseUnlessAllowed(key, statement);
    return { upload, signer: { keyId, statement } };
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
