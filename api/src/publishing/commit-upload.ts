import {
  type ChangeRequest,
  finishUpload,
  missingContents,
  PublishRefusedError,
  pagesIn,
  readAnnounced,
  refuseUnlessStillAllowed,
  type SignedRequest,
  type Upload,
} from '@portfolio/releases/access/index.ts';
import { BrokenFileError } from '@portfolio/releases/contents/integrity.ts';
import type { Steps } from '@portfolio/releases/database/database.ts';
import { examineRelease } from '@portfolio/releases/live/fits-live.ts';
import { activate, retire, rollBack, wasRolledBack } from '@portfolio/releases/live/move-live.ts';
import {
  BadPagesError,
  type PrerenderedPages,
  parsePages,
} from '@portfolio/releases/release/parse-pages.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { faultyRelease } from '@portfolio/releases/release/release-errors.ts';
import { appendLog } from '@portfolio/releases/store/audit-log.ts';
import {
  insertPages,
  type PagesPlace,
  readPageText,
} from '@portfolio/releases/store/prerendered-pages.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { changeSite, type Store } from '@portfolio/releases/store/store.ts';
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
  { pages, onWrite }: { pages?: number; onWrite?: () => Steps<void> } = {},
): Promise<void> {
  const { does, section, release } = signer.request;
  const options = {
    // The owner may have removed the key during the check, which takes seconds.
    onBefore: async (now: string | undefined) => {
      await refuseUnlessStillAllowed(store, signer);
      refuseOvertaken(signer.request, now);
    },
    actor: { ...actorOf(signer), pages },
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
  const { pages, faults } = await examinePages(store, upload);
  faults.push(...(await examineInTurn(() => examineRelease(store, request.description))));
  if (faults.length > 0) throw refusedFor(request.section, faults);
  // Examining takes seconds, in which the owner may have removed the key.
  await refuseUnlessStillAllowed(store, upload);
  await publish(store, notOfTheFuture(request.description), () => refuseOverQuota(request, limits));
  const kept = await keepAllowed(store, request, pages);
  const finish = () => finishUpload(upload);
  if (!request.isPreview) return moveLive(store, upload, { pages: kept, onWrite: finish });
  await store.facts.transact(function* () {
    yield* finish();
    yield* appendLog({ ...actorOf(upload), pages: kept });
  });
}

/** `prune` goes by `createdAt`, which a wrong clock may have set into the future. */
function notOfTheFuture(release: Release): Release {
  const now = new Date();
  const isOfFuture = Date.parse(release.createdAt) > now.getTime();
  return isOfFuture ? { ...release, createdAt: now.toISOString() } : release;
}

type PagesInPlace = [place: PagesPlace, pages: PrerenderedPages];

async function examinePages(store: Store, { request }: Upload) {
  const pages: PagesInPlace[] = [];
  const faults: string[] = [];
  for (const announced of pagesIn(request)) {
    const { name, id, layout } = announced;
    const what = `The pages of ${name}@${id} under ${layout}`;
    try {
      const text = await readAnnounced(store, announced);
      pages.push([{ name, id, layout }, await parsePages(text, what)]);
    } catch (error) {
      if (!(error instanceof BadPagesError || error instanceof BrokenFileError)) throw error;
      faults.push(error.message);
    }
  }
  return { pages, faults };
}

/**
 * Stores the pages that the request may add. A preview must not change what visitors see, so it adds pages
 * only to a release that was never live, and replaces none.
 * @returns how many were stored
 */
async function keepAllowed(
  store: Store,
  { section, release, isPreview }: Extract<SignedRequest, { does: 'publish' }>,
  pages: readonly PagesInPlace[],
): Promise<number> {
  const ref = { name: section, id: release };
  const wasLive = readLiveOf(store, section).ids.includes(release) || wasRolledBack(store, ref);
  const allowed = isPreview
    ? pages.filter(([place]) => !wasLive && readPageText(store, place) === undefined)
    : pages;
  if (allowed.length === 0) return 0;
  return changeSite(store, function* () {
    let kept = 0;
    // `insertPages` skips a release that was pruned since the shell was built.
    for (const [place, parsed] of allowed) {
      if (yield* insertPages(place, parsed)) kept += 1;
    }
    return kept;
  });
}

function refusedFor(section: string, faults: readonly string[]): PublishRefusedError {
  return new PublishRefusedError(422, faultyRelease(section, faults).message, { faults });
}
