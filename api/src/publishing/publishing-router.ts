import {
  mostStatementBytes,
  PublishRefusedError,
  readKeys,
  refuseEnded,
  refusePublish,
} from '@portfolio/releases/access/index.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import express, { Router } from 'express';
import type { Log } from '../log.ts';
import { adoptKnown } from './adopt-known.ts';
import { commitUpload, moveLive } from './carry-out.ts';
import { answerFacts } from './facts-call.ts';
import { limitAddresses, limitKeys } from './limit-publishers.ts';
import { onlyWithKeys } from './only-with-keys.ts';
import { missingOf, receive } from './received.ts';
import { explainRefusals } from './refusals.ts';
import { type Limits, takeStatement } from './take-statement.ts';
import { openUploads, type Upload } from './uploads.ts';
import { readSigned, verifySigner } from './verify-request.ts';
import { openAudit, type PublishResponse, type Signer } from './write-down.ts';

interface Parts {
  dataDir: string;
  store: Store;
  live: LiveReleases;
  log: Log;
  limits: Limits;
  isLimited: boolean;
  publicUrl: string | undefined;
}

/**
 * The calls with which a team publishes from anywhere. A statement is what counts: `POST
 * /api/publishing` with it, `PUT /api/publishing/<token>/<hash>` for each file that the site lacks,
 * `POST /api/publishing/<token>` to make it a release. As long as the owner has added no key, there
 * are no such calls.
 */
export function publishingRouter(parts: Parts): Router {
  const { dataDir, store, live, log, isLimited, publicUrl } = parts;
  const uploads = openUploads(dataDir);
  const audit = openAudit(store, log);
  const inOrder = queue();
  const router = Router();
  const limits = isLimited ? [limitAddresses()] : [];

  router.use(['/api/releases', '/api/publishing'], onlyWithKeys(store, log));
  router.get('/api/releases', answerFacts(store, live));
  router.post(
    '/api/publishing',
    ...limits,
    express.raw({ type: () => true, limit: mostStatementBytes, inflate: false }),
    verifySigner(store),
    ...(isLimited ? [limitKeys()] : []),
    readSigned(publicUrl),
    take,
  );
  router.put('/api/publishing/:token/:hash', ...limits, async (request, response) => {
    const { token, hash } = request.params as { token: string; hash: string };
    const { upload } = await openedBy(token);
    const offset = /^\d{1,12}$/.exec(request.get('Upload-Offset') ?? '')?.[0];
    if (offset === undefined)
      throw new PublishRefusedError(400, 'Upload-Offset says from which byte on this is.');
    response.json({ received: await receive(upload, hash, Number(offset), request) });
  });
  router.post('/api/publishing/:token', ...limits, async (request, response: PublishResponse) => {
    // Who asks twice finds it done the second time.
    await inOrder(async () => {
      const { upload, signer } = await openedBy(String(request.params.token));
      Object.assign(response.locals, signer);
      if (!upload.isDone) await commit(upload, signer);
      response.json(resultOf(signer));
    });
  });
  router.use('/api/publishing', audit.refusals, explainRefusals(log));
  return router;

  async function take(request: express.Request, response: PublishResponse): Promise<void> {
    const signer = response.locals as Signer;
    const { keyId, statement } = signer;
    await takeStatement(parts, keyId, statement);
    await audit.write(signer, 'begun');
    if (statement.does === 'publish') {
      const upload = await uploads.begin(keyId, statement, request.body);
      await adoptKnown(store, upload);
      response.status(201).json({ upload: upload.token, missing: await missingOf(upload) });
    } else {
      await moveLive(store, statement);
      await audit.write(signer, 'done', { to: statement.release });
      response.json(resultOf(signer));
    }
  }

  async function commit(upload: Upload, signer: Signer): Promise<void> {
    await commitUpload(store, upload);
    await uploads.finish(upload);
    const { isPreview, release } = upload.statement;
    await audit.write(signer, 'done', isPreview ? {} : { to: release });
  }

  /** Whose key was removed or has ended goes no further. */
  async function openedBy(token: string): Promise<{ upload: Upload; signer: Signer }> {
    const upload = await uploads.find(token);
    if (!upload) throw new PublishRefusedError(404, 'There is no such upload. Deploy again.');
    const { keyId, statement } = upload;
    const key = (await readKeys(store)).find(({ id }) => id === keyId);
    if (!key) throw refusePublish.unknownKey(keyId);
    refuseEnded(key);
    return { upload, signer: { keyId, statement } };
  }
}

function resultOf({ statement }: Signer) {
  const { section, release } = statement;
  const isLive = !(statement.does === 'publish' && statement.isPreview);
  return { section, release, isLive };
}

/** One release after the other: making one takes a processor and memory. */
function queue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
