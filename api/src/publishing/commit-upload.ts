import {
  type ChangeRequest,
  finishUpload,
  missingContents,
  PublishRefusedError,
  refuseUnlessStillAllowed,
  type Upload,
} from '@portfolio/releases/access/index.ts';
import type { Steps } from '@portfolio/releases/database/database.ts';
import { examineRelease } from '@portfolio/releases/live/fits-live.ts';
import { activate, retire, rollBack } from '@portfolio/releases/live/move-live.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { faultyRelease } from '@portfolio/releases/release/release-errors.ts';
import { appendLog } from '@portfolio/releases/store/audit-log.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import { type Limits, refuseOverQuota, refuseOvertaken } from './limit-request.ts';

/** Examines one release at a time, as hashing and compressing take a processor and memory. */
const examineInTurn = pLimit(1);

function actorOf({ keyId, request }: { keyId: string; request: ChangeRequest }) {
  const { does, section, nonce, release, live } = request;
  const isPreview = does === 'publish' && request.isPreview;
  const did = isPreview ? 'publish a preview' : does;
  return { key: keyId, did, section, release, from: live ?? undefined, nonce };
}

/** Activates a release, rolls back to it, or retires its section. @throws PublishRefusedError, ReleaseRefusedError */
export async function moveLive(
  store: Store,
  signer: { keyId: string; request: ChangeRequest },
  onWrite?: () => Steps<void>,
): Promise<void> {
  const { does, section, release } = signer.request;
  const options = {
    // The owner may have removed the key during the check, which takes seconds.
    onBefore: async (now: string | undefined) => {
      await refuseUnlessStillAllowed(store, signer);
      refuseOvertaken(signer.request, now);
    },
    actor: actorOf(signer),
    onWrite,
  };
  if (does === 'roll back') await rollBack(store, section, release, options);
  else if (does === 'retire') await retire(store, section, options);
  else await activate(store, { name: section, id: release }, options);
}

/**
 * Makes a release of an upload: examines it, stores it, and makes it live, each in one transaction. It may be
 * interrupted and repeated, even by two processes at once.
 * @throws PublishRefusedError, ReleaseRefusedError; what is live has not changed then
 */
export async function commitUpload(store: Store, upload: Upload, limits: Limits): Promise<void> {
  const { request } = upload;
  const missing = await missingContents(store, upload);
  if (missing.length > 0)
    throw new PublishRefusedError(409, 'Some files have not been sent.', { missing });
  const faults = await examineInTurn(() => examineRelease(store, request.description));
  if (faults.length > 0) throw refusedFor(request.section, faults);
  // Examining takes seconds, in which the owner may have removed the key.
  await refuseUnlessStillAllowed(store, upload);
  await publish(store, notOfTheFuture(request.description), () => refuseOverQuota(request, limits));
  const finish = () => finishUpload(upload);
  if (!request.isPreview) return moveLive(store, upload, finish);
  await store.facts.transact(function* () {
    yield* finish();
    yield* appendLog(actorOf(upload));
  });
}

/** `prune` goes by `createdAt`, which a wrong clock may have set into the future. */
function notOfTheFuture(release: Release): Release {
  const now = new Date();
  const isOfFuture = Date.parse(release.createdAt) > now.getTime();
  return isOfFuture ? { ...release, createdAt: now.toISOString() } : release;
}

function refusedFor(section: string, faults: readonly string[]): PublishRefusedError {
  return new PublishRefusedError(422, faultyRelease(section, faults).message, { faults });
}
