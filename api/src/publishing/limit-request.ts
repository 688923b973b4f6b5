import {
  type ChangeRequest,
  PublishRefusedError,
  type PublishRequest,
  pagesIn,
} from '@portfolio/releases/access/index.ts';
import type { Steps } from '@portfolio/releases/database/database.ts';
import { blockBytes, storedBytes } from '@portfolio/releases/store/list-releases.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Config } from '../config.ts';
import { refuseOvertaken } from './commit-upload.ts';

/** What the files of one release may have, where it is less than the store takes. */
type Limits = Pick<Config, 'UPLOAD_BYTES'>;

/** What a section may take of the disk, as a multiple of its largest release. */
const roomFor = { previews: 2, releases: 16 } as const;

/**
 * Refuses a request that goes beyond its limits, or is not about what is live now.
 * @throws PublishRefusedError
 */
export async function refuseUnsuitable(
  store: Store,
  limits: Limits,
  request: ChangeRequest,
): Promise<void> {
  refuseTooMuch(request, limits);
  // Another machine may have changed it a moment ago.
  await store.shared.pull();
  refuseOvertaken(request)(readLiveOf(store, request.section).ids[0]);
  await store.facts.transact(() => refuseOverQuota(request, limits));
}

/** Every file is counted as if it were stored by itself, so equal contents are no way round a limit. */
function sizeOf({ description }: PublishRequest): number {
  return Object.values(description.files).reduce((sum, { bytes }) => sum + bytes, 0);
}

function roomOfFiles(request: PublishRequest): number {
  return sizeOf(request) + blockBytes * Object.keys(request.description.files).length;
}

/** Of its files alone: a team does not choose how many pages its release has, and the quota counts them. */
function refuseTooMuch(request: ChangeRequest, { UPLOAD_BYTES: most }: Limits): void {
  const bytes = request.does === 'publish' ? sizeOf(request) : 0;
  if (bytes <= most) return;
  throw new PublishRefusedError(
    413,
    `It has ${bytes} bytes, ${most} are allowed: the owner allows more with UPLOAD_BYTES.`,
  );
}

/**
 * Within a transaction: bounds the disk that a section takes, all its releases, and those that were only ever previews.
 * Asked when a release is announced and again when it is committed.
 * @throws PublishRefusedError
 */
export function* refuseOverQuota(request: ChangeRequest, limits: Limits): Steps<void> {
  if (request.does !== 'publish') return;
  const { section, release, isPreview } = request;
  const stored = yield* storedBytes(section, release);
  // Pages for other layouts can be added to an existing release again and again.
  const added = pagesIn(request).reduce((sum, { content }) => sum + content.bytes, 0);
  const filesAdded = stored.isKnown ? 0 : roomOfFiles(request);
  const bytes = (isPreview ? stored.previews : stored.all) + filesAdded + added;
  const room = limits.UPLOAD_BYTES * (isPreview ? roomFor.previews : roomFor.releases);
  if (bytes <= room) return;
  const what = isPreview ? `previews of ${section}` : `releases of ${section}`;
  throw new PublishRefusedError(
    507,
    `The ${what} would take ${bytes} bytes here, ${room} are allowed. Ask the owner to remove old ones (npm run releases -- prune), or to allow more with UPLOAD_BYTES.`,
  );
}
