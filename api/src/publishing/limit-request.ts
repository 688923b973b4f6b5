import {
  type ChangeRequest,
  PublishRefusedError,
  type PublishRequest,
} from '@portfolio/releases/access/index.ts';
import type { Steps } from '@portfolio/releases/database/database.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { blockBytes, storedBytes } from '@portfolio/releases/store/stored-bytes.ts';
import type { Config } from '../config.ts';

/** The bound of the files of one release. */
export type Limits = Pick<Config, 'UPLOAD_BYTES'>;

/** How much of the disk a section may take, as a multiple of UPLOAD_BYTES. */
const roomFor = { previews: 2, releases: 16 } as const;

/**
 * Refuses a request if another release went live since its signer looked. A repeated request, whose answer was
 * lost, finds done what it asks for.
 * @throws PublishRefusedError
 */
export function refuseOvertaken(
  { does, section, release, live }: ChangeRequest,
  now: string | undefined,
): void {
  const isDone = now === (does === 'retire' ? undefined : release);
  if ((now ?? null) !== live && !isDone)
    throw new PublishRefusedError(
      409,
      `Meanwhile ${now ? `${section}@${now} went live` : `${section} was taken out of what is live`}, and you saw ${live ?? 'none'}. Look at it, and deploy again.`,
      { live: now ?? null },
    );
}

/**
 * Refuses a request that exceeds a limit, or names another live release.
 * @throws PublishRefusedError
 */
export async function refuseUnsuitable(
  store: Store,
  limits: Limits,
  request: ChangeRequest,
): Promise<void> {
  refuseTooMuch(request, limits);
  // Another machine may have changed what is live.
  await store.shared.pull();
  refuseOvertaken(request, readLiveOf(store, request.section).ids[0]);
  await store.facts.transact(() => refuseOverQuota(request, limits));
}

/** Counts every file, so that equal contents do not evade a limit. */
function sizeOf({ description }: PublishRequest): number {
  return Object.values(description.files).reduce((sum, { bytes }) => sum + bytes, 0);
}

function roomOfFiles(request: PublishRequest): number {
  return sizeOf(request) + blockBytes * Object.keys(request.description.files).length;
}

function refuseTooMuch(request: ChangeRequest, { UPLOAD_BYTES: most }: Limits): void {
  const bytes = request.does === 'publish' ? sizeOf(request) : 0;
  if (bytes <= most) return;
  throw new PublishRefusedError(
    413,
    `It has ${bytes} bytes, ${most} are allowed: the owner allows more with UPLOAD_BYTES.`,
  );
}

/**
 * Bounds the disk of a section: of all its releases, or of those that were only previews. Called in the
 * transactions of the announcement and of the commit.
 * @throws PublishRefusedError
 */
export function* refuseOverQuota(request: ChangeRequest, limits: Limits): Steps<void> {
  if (request.does !== 'publish') return;
  const { section, release, isPreview } = request;
  const stored = yield* storedBytes(section, release);
  const added = stored.isKnown ? 0 : roomOfFiles(request);
  const bytes = (isPreview ? stored.previews : stored.all) + added;
  const room = limits.UPLOAD_BYTES * (isPreview ? roomFor.previews : roomFor.releases);
  if (bytes <= room) return;
  const what = isPreview ? `previews of ${section}` : `releases of ${section}`;
  throw new PublishRefusedError(
    507,
    `The ${what} would take ${bytes} bytes here, ${room} are allowed. Ask the owner to remove old ones (npx portfolio releases prune), or to allow more with UPLOAD_BYTES.`,
  );
}
