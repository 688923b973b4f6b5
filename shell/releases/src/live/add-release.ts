import { type Declared, describeFolder } from '../release/describe-folder.ts';
import type { Release } from '../release/release.ts';
import { faultyRelease } from '../release/release-errors.ts';
import { packRelease } from '../store/archives.ts';
import { type Actor, appendLog, ownerActor } from '../store/audit-log.ts';
import { findRelease, writeRelease } from '../store/release-rows.ts';
import { removeOld } from '../store/retention.ts';
import { changeSite, type Store } from '../store/store.ts';
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
 * checks them by themselves and beside what is live, stores them, removes old releases, and makes this one live.
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
  const built = await describeFolder(folder, notOfTheFuture(declared));
  const { name, id } = built.release;
  const faults = await examineRelease(store, built);
  faults.push(...faultsOfSize(built.release, store));
  if (faults.length > 0) throw faultyRelease(name, faults);
  if (isCheckOnly) return built.release;
  const described = (await findRelease(store, { name, id })) ?? built.release;
  const archive = await packRelease(described, built.contents);
  const release = await changeSite(store, async (tx) => {
    await removeOld(tx, described);
    if (isPreview)
      await appendLog(tx, { did: 'publish a preview', section: name, release: id, ...actor });
    return writeRelease(tx, described, archive);
  });
  store.releases.retryBroken();
  if (!isPreview) await activate(store, release, { expectLive, actor });
  return release;
}

/** A clock that is ahead would keep a release the newest. */
function notOfTheFuture(declared: Declared): Declared {
  const now = new Date().toISOString();
  return declared.createdAt > now ? { ...declared, createdAt: now } : declared;
}

function faultsOfSize({ files }: Release, { mostBytes }: Pick<Store, 'mostBytes'>): string[] {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= mostBytes) return [];
  const [has, may] = [bytes, mostBytes].map((count) => count.toLocaleString('en'));
  return [
    `Its files have ${has} bytes, and ${may} are allowed: leave out what no page shows, or ask the owner to raise UPLOAD_BYTES.`,
  ];
}
