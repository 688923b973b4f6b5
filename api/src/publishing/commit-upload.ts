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
import { type Actor, appendLog } from '@portfolio/releases/store/audit-log.ts';
import {
  insertPages,
  type PagesPlace,
  readPageText,
} from '@portfolio/releases/store/prerendered-pages.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { changeSite, type Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import type { Signer } from './verify-request.ts';

/** Comparing and compressing a release takes a processor and memory, so one is examined at a time. */
const examineInTurn = pLimit(1);

/** Who did what, by their request. */
export function actorOf({
  keyId,
  request,
}: Pick<Signer, 'keyId' | 'request'>): Actor & { did: string } {
  const { does, section, nonce } = request;
  if (does === 'list' || does === 'read') return { key: keyId, did: does, section, nonce };
  const { release, live } = request;
  const isPreview = does === 'publish' && request.isPreview;
  const did = isPreview ? 'publish a preview' : does;
  return { key: keyId, did, section, release, from: live ?? undefined, nonce };
}

/**
 * Compares what is live with what a signer saw: two members of a team must not overtake each other
 * unseen. A signer whose answer was lost sees the release itself.
 * @throws PublishRefusedError
 */
export function refuseOvertaken({ section, release, live }: ChangeRequest) {
  return (now: string | undefined): void => {
    if ((now ?? null) !== live && now !== release)
      throw new PublishRefusedError(
        409,
        `Meanwhile ${now ? `${section}@${now} went live` : `${section} was taken out of what is live`}, and you saw ${live ?? 'none'}. Look at it, and deploy again.`,
        { live: now ?? null },
      );
  };
}

/** Makes a release of the store live, goes back to one, or takes the section out of what is live. @throws PublishRefusedError, ReleaseRefusedError */
export async function moveLive(
  store: Store,
  signer: { keyId: string; request: ChangeRequest },
  { pages, onWrite }: { pages?: number; onWrite?: () => Steps<void> } = {},
): Promise<void> {
  const { does, section, release } = signer.request;
  const options = {
    // Checking a release takes seconds, in which the owner may have removed the key.
    onBefore: async (now: string | undefined) => {
      await refuseUnlessStillAllowed(store, signer);
      refuseOvertaken(signer.request)(now);
    },
    actor: { ...actorOf(signer), pages },
    onWrite,
  };
  if (does === 'roll back') await rollBack(store, section, release, options);
  else if (does === 'retire') await retire(store, section, options);
  else await activate(store, { name: section, id: release }, options);
}

/** Whether the key still opens it, and whether there is room: asked when something is about to change. */
export interface CommitBounds {
  recheck: () => Promise<unknown>;
  quota: () => Steps<void>;
}

/**
 * Makes a release of what was sent: examined → in the store → live, each in one transaction. It can be
 * repeated after it was interrupted anywhere, and two processes can do it at once: it counts once.
 * @throws PublishRefusedError, ReleaseRefusedError; what is live has not changed then
 */
export async function commitUpload(
  store: Store,
  upload: Upload,
  { recheck, quota }: CommitBounds,
): Promise<void> {
  const { request } = upload;
  const missing = await missingContents(store, upload);
  if (missing.length > 0)
    throw new PublishRefusedError(409, 'Not all of it has been sent.', { missing });
  const { pages, faults } = await examinePages(store, upload);
  faults.push(...(await examineInTurn(() => examineRelease(store, request.description))));
  if (faults.length > 0) throw refusedFor(request.section, faults);
  await recheck();
  await publish(store, notOfTheFuture(request.description), quota);
  const kept = await keepAllowed(store, request, pages);
  const finish = () => finishUpload(upload);
  if (!request.isPreview) return moveLive(store, upload, { pages: kept, onWrite: finish });
  await store.facts.transact(function* () {
    yield* finish();
    yield* appendLog({ ...actorOf(upload), outcome: 'done', pages: kept });
  });
}

/** A release's age is what it is pruned by, and the clock of the machine that built it may be wrong. */
function notOfTheFuture(release: Release): Release {
  const now = new Date();
  const isOfFuture = Date.parse(release.createdAt) > now.getTime();
  return isOfFuture ? { ...release, createdAt: now.toISOString() } : release;
}

type PagesInPlace = [place: PagesPlace, pages: PrerenderedPages];

/** Parses the pages that were sent; their faults are reported with all others. */
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
 * Keeps the pages that the request may bring. A preview never changes what visitors see: it brings
 * pages only for a release that is not and was not live, and none over existing ones.
 */
async function keepAllowed(
  store: Store,
  { section, release, isPreview }: Extract<SignedRequest, { does: 'publish' }>,
  pages: readonly PagesInPlace[],
): Promise<number> {
  const ref = { name: section, id: release };
  const wasLive =
    readLiveOf(store, section).ids.includes(release) || (await wasRolledBack(store, ref));
  const allowed = isPreview
    ? pages.filter(([place]) => !wasLive && readPageText(store, place) === undefined)
    : pages;
  if (allowed.length === 0) return 0;
  return changeSite(store, function* () {
    let kept = 0;
    // A section's release may have been pruned since the shell was built.
    for (const [place, parsed] of allowed) {
      if (yield* insertPages(place, parsed)) kept += 1;
    }
    return kept;
  });
}

function refusedFor(section: string, faults: readonly string[]): PublishRefusedError {
  const list = faults.map((fault) => `  - ${fault}`).join('\n');
  const sentence = `${section} was not released. Correct this first:\n${list}`;
  return new PublishRefusedError(422, sentence, { faults });
}
