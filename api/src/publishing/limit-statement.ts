import {
  type Change,
  type Publish,
  PublishRefusedError,
  pagesIn,
} from '@portfolio/releases/access/index.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import { tableOf } from '@portfolio/releases/store/list-releases.ts';
import { blockBytes, type Store } from '@portfolio/releases/store/store.ts';
import type { Config } from '../config.ts';
import { refuseOvertaken } from './commit-upload.ts';

/** What one release may have, where it is less than the store takes. */
type Limits = Pick<Config, 'UPLOAD_FILES' | 'UPLOAD_FILE_BYTES' | 'UPLOAD_BYTES'>;

/** What a section may take of the disk, as a multiple of its largest release. */
const roomFor = { previews: 2, releases: 16 } as const;

/**
 * Refuses a statement that goes beyond its limits, or is not about what is live now.
 * @throws PublishRefusedError
 */
export async function refuseUnsuitable(
  store: Store,
  limits: Limits,
  statement: Change,
): Promise<void> {
  refuseTooMuch(statement, limits);
  // Another machine may have changed it a moment ago.
  await store.remote?.pull(statement.section);
  const { ids } = await readPointerOrLast(store, statement.section);
  refuseOvertaken(statement)(ids[0]);
  await refuseOverQuota(store, statement, limits);
}

/** Every file is counted as if it were stored by itself, so equal contents are no way round a limit. */
function sizeOf({ description }: Publish): number {
  return Object.values(description.files).reduce((sum, { bytes }) => sum + bytes, 0);
}

function roomOfFiles(statement: Publish): number {
  return sizeOf(statement) + blockBytes * Object.keys(statement.description.files).length;
}

/** Of its files alone: a team does not choose how many pages its release has, and the quota counts them. */
function refuseTooMuch(statement: Change, limits: Limits): void {
  if (statement.does !== 'publish') return;
  const {
    UPLOAD_FILES: mostFiles,
    UPLOAD_FILE_BYTES: mostOfFile,
    UPLOAD_BYTES: mostBytes,
  } = limits;
  const files = Object.entries(statement.description.files);
  const sum = sizeOf(statement);
  const large = files.filter(([, { bytes }]) => bytes > mostOfFile);
  const faults = [
    files.length > mostFiles && `It has ${files.length} files, ${mostFiles} are allowed.`,
    sum > mostBytes && `It has ${sum} bytes, ${mostBytes} are allowed.`,
    ...large.map(([file, { bytes }]) => `${file} has ${bytes} bytes, ${mostOfFile} are allowed.`),
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new PublishRefusedError(413, faults.join('\n'), { faults });
}

/**
 * Bounds the disk that a section takes: all its releases, and those that were only ever previews.
 * Asked when a release is announced and again when it is committed.
 * @throws PublishRefusedError
 */
export async function refuseOverQuota(
  store: Store,
  statement: Change,
  limits: Limits,
): Promise<void> {
  if (statement.does !== 'publish') return;
  const { section, release, isPreview } = statement;
  const stored = await tableOf(store, section);
  // One that was rolled back was no preview, though only its preview shows it now.
  const counted = isPreview ? stored.filter(({ is }) => is === 'preview') : stored;
  // Pages for other layouts can be added to an existing release again and again.
  const isThere = stored.some(({ id }) => id === release);
  const added = pagesIn(statement).reduce((sum, { place }) => sum + place.bytes, 0);
  const filesAdded = isThere ? 0 : roomOfFiles(statement);
  const bytes = counted.reduce((sum, each) => sum + each.stored, filesAdded + added);
  const room = limits.UPLOAD_BYTES * (isPreview ? roomFor.previews : roomFor.releases);
  if (bytes <= room) return;
  const what = isPreview ? `previews of ${section}` : `releases of ${section}`;
  throw new PublishRefusedError(
    507,
    `The ${what} would take ${bytes} bytes here, ${room} are allowed. Ask the owner to remove old ones (npm run releases -- prune), or to allow more with UPLOAD_BYTES.`,
  );
}
