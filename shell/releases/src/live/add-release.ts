import type { Statements } from '../database/database.ts';
import { type Declared, describeFolder, examineFiles } from '../release/describe-folder.ts';
import type { Release } from '../release/release.ts';
import { faultyRelease, ReleaseRefusedError } from '../release/release-errors.ts';
import {
  findRelease,
  readLiveOf,
  rememberBuilt,
  removeOld,
  writeRelease,
} from '../store/release-rows.ts';
import { packRelease } from '../store/releases.ts';
import { appendLog, changeSite, ownerKey, type Store } from '../store/store.ts';
import { checkFitsLive, type LiveSite } from './fits-live.ts';
import { readLiveSet } from './follow-live-releases.ts';
import { activate, type MoveOptions, wasRolledBack } from './move-live.ts';

export interface AddOptions extends MoveOptions, Pick<LiveSite, 'replaced'> {
  /** Stores the release without making it live. */
  isPreview?: boolean | undefined;
  /** Only checks: stores nothing. */
  isCheckOnly?: boolean | undefined;
  /** The user did not name it, as with `--changed`, so a rolled back release stays so. */
  isUnasked?: boolean | undefined;
  /** A hash of the inputs of a build in the owner's checkout. */
  builtFrom?: string | undefined;
}

/**
 * The one way for a release into the store, from the owner's checkout or from a team: describes the files of a folder,
 * and checks them; then, in one transaction, checks them beside what is live, removes old releases, stores this one,
 * and makes it live.
 * @param declared the description without what follows from the files; not trusted
 * @returns the stored release
 * @throws ReleaseRefusedError with all faults; nothing has changed then
 */
export async function addRelease(
  store: Store,
  folder: string,
  declared: Declared,
  { isPreview, isCheckOnly, isUnasked, builtFrom = '', replaced, ...options }: AddOptions = {},
): Promise<Release> {
  const { database } = store;
  const built = await describeFolder(folder, declared);
  const { name, id } = built.release;
  if (isUnasked && (await wasRolledBack(store, built.release))) {
    await rememberBuilt(database, name, builtFrom);
    throw new ReleaseRefusedError(
      `${name}@${id}, which these sources make, was rolled back and stays so. To make it live again: npx portfolio rollback ${name} ${id}`,
    );
  }
  const [live = ''] = (await readLiveOf(database, name)).ids;
  const before = await findRelease(database, { name, id: live });
  const { texts, faults } = await examineFiles(built, before?.files);
  if (faults.length > 0) throw faultyRelease(name, faults);

  const refuseUnfit = async (tx: Statements) => {
    const site = { ...store, replaced, set: await readLiveSet(store, tx) };
    const unfit = checkFitsLive(site, built.release, texts);
    if (unfit.length > 0) throw faultyRelease(name, unfit);
  };
  if (isCheckOnly) {
    await refuseUnfit(database);
    return built.release;
  }
  const release = (await findRelease(database, { name, id })) ?? built.release;
  const archive = await packRelease(release, built.contents);
  await changeSite(store, async (tx) => {
    await refuseUnfit(tx);
    await removeOld(tx, release);
    await writeRelease(tx, release, archive);
    const { key = ownerKey } = options;
    if (isPreview)
      return appendLog(tx, { key, did: 'publish a preview', section: name, release: id });
    await activate(tx, release, options);
    if (builtFrom) await rememberBuilt(tx, name, builtFrom);
  });
  return release;
}
