import { type Declared, fingerprint } from '../release/fingerprint.ts';
import type { Release } from '../release/release.ts';
import { faultyRelease } from '../release/release-errors.ts';
import { type Actor, appendLog, ownerActor } from '../store/audit-log.ts';
import { publish } from '../store/publish.ts';
import type { Store } from '../store/store.ts';
import { examineRelease } from './fits-live.ts';
import { activate } from './move-live.ts';

export interface AddOptions {
  /** Stores the release without making it live. */
  isPreview?: boolean | undefined;
  /** Only checks: stores nothing. */
  isCheckOnly?: boolean | undefined;
  /** The id that has to be live, or null for none; by default any. */
  expectLive?: string | null | undefined;
  /** For the log; by default the owner. */
  actor?: Actor | undefined;
}

/**
 * The one way for a release into the store, from the owner's checkout or from a team: describes the files of a folder,
 * checks them by themselves and beside what is live, stores them, and makes the release live.
 * @param declared the description without what follows from the files; not trusted
 * @returns the stored release
 * @throws ReleaseRefusedError with all faults; what is live has not changed then
 */
export async function addRelease(
  store: Store,
  folder: string,
  declared: Declared,
  { isPreview, isCheckOnly, expectLive, actor = ownerActor }: AddOptions = {},
): Promise<Release> {
  const described = await fingerprint(store, folder, notOfTheFuture(declared));
  const faults = await examineRelease(store, described);
  if (faults.length > 0) throw faultyRelease(described.name, faults);
  if (isCheckOnly) return described;
  const release = await publish(store, described, function* () {
    const { name: section, id } = described;
    if (isPreview) yield* appendLog({ did: 'publish a preview', section, release: id, ...actor });
  });
  if (!isPreview) await activate(store, release, { expectLive, actor });
  return release;
}

/** A clock that is ahead would keep a release the newest. */
function notOfTheFuture(declared: Declared): Declared {
  const now = new Date().toISOString();
  return declared.createdAt > now ? { ...declared, createdAt: now } : declared;
}
