import type { Statements } from '../database/database.ts';
import {
  BrokenFileError,
  type Declared,
  describeFolder,
  examineFiles,
  isFragment,
  type Texts,
} from '../release/files.ts';
import { formatRef, idOf, type Release } from '../release/release.ts';
import { faultyRelease, RefusedError } from '../release/release-errors.ts';
import { packRelease } from '../store/release-cache.ts';
import {
  appendLog,
  changeSite,
  findRelease,
  type LiveIds,
  readLiveOf,
  rememberBuilt,
  removeOld,
  type Store,
  writeLive,
  writeRelease,
} from '../store/store.ts';
import { readLiveSet } from './follow-live-releases.ts';
import { checkFitsLive, type LiveSite } from './live-set.ts';

interface MoveOptions {
  /** The actor, for the log; by default the owner. */
  key?: string | undefined;
  /** The id that has to be live, empty for none; by default any. */
  expectLive?: string | undefined;
}

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
 * @throws RefusedError with all faults; nothing has changed then
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
  const { ids } = await readLiveOf(database, name);
  if (isUnasked && (await wasRolledBack(database, built.release, ids))) {
    await rememberBuilt(database, name, builtFrom);
    throw new RefusedError(
      `${name}@${id}, which these sources make, was rolled back and stays so. To make it live again: npx portfolio rollback ${name} ${id}`,
    );
  }
  const before = await findRelease(database, { name, id: ids[0] ?? '' });
  const { texts, faults } = await examineFiles(built, before?.files);
  if (faults.length > 0) throw faultyRelease(name, faults);

  if (isCheckOnly) {
    await refuseUnfit(store, database, built.release, texts, replaced);
    return built.release;
  }
  const release = (await findRelease(database, { name, id })) ?? built.release;
  const archive = await packRelease(release, built.contents);
  await changeSite(store, async (tx) => {
    await refuseUnfit(store, tx, release, texts, replaced);
    await removeOld(tx, release);
    await writeRelease(tx, release, archive);
    if (isPreview) {
      const { key } = options;
      return appendLog(tx, { key, did: 'publish a preview', section: name, release: id });
    }
    await move(tx, { name, did: 'deploy', ...options }, (before) => idsAfter(tx, release, before));
    if (builtFrom) await rememberBuilt(tx, name, builtFrom);
  });
  return release;
}

/** The ids of a name after a deploy: the release that was live becomes the fallback. */
async function idsAfter(tx: Statements, release: Release, { ids }: LiveIds) {
  const { name, id } = release;
  const [live = '', ...before] = ids;
  if (live === id) return ids;
  const others = before.filter((old) => old !== id);
  const replaced = await findRelease(tx, { name, id: live });
  if (!replaced) return [id, ...others];
  // Its pages were rendered anew for another shell: the same sources are no fallback for themselves.
  const isRenderedAnew = idOfSources(release) === idOfSources(replaced);
  return isRenderedAnew ? [id, ...others, live] : [id, live, ...others];
}

/** The id that a release had without its rendered pages. */
function idOfSources(release: Release): string {
  const files = Object.entries(release.files).filter(([file]) => !isFragment(file));
  return idOf({ ...release, files: Object.fromEntries(files) });
}

/**
 * Makes the release before (or the named one) live. The release that is left is no fallback any more. A retired
 * section returns with the release that was live.
 * @returns the live id
 * @throws RefusedError
 */
export function rollBack(
  store: Store,
  name: string,
  id?: string,
  options: MoveOptions = {},
): Promise<string> {
  return changeSite(store, async (tx) => {
    const choose = async ({ ids, retired }: LiveIds) => {
      const isRetired = ids.length === 0;
      const known = isRetired ? retired : ids;
      const target = id ?? known[isRetired ? 0 : 1];
      if (!target)
        throw new RefusedError(
          `${name} has no release before the live one. Name one with \`npx portfolio rollback ${name} <id>\`; \`npx portfolio releases\` lists them.${name === 'shell' ? '' : ` To take it off the site: npx portfolio releases retire ${name}`}`,
        );
      if (!(await findRelease(tx, { name, id: target })))
        throw new RefusedError(
          `There is no release ${target} of ${name}. \`npx portfolio releases\` lists the ones there are.`,
        );
      const release = await store.releases.open({ name, id: target }).catch((error) => {
        const isBroken = error instanceof BrokenFileError;
        throw isBroken ? faultyRelease(formatRef({ name, id: target }), [error.message]) : error;
      });
      await refuseUnfit(store, tx, release, release.texts);
      const position = known.indexOf(target);
      return position < 0 ? [target, ...known] : known.slice(position);
    };
    return (await move(tx, { name, did: 'roll back', ...options }, choose)).to;
  });
}

/**
 * Takes a section with its page and entry off the site. Its releases stay, so that open pages go on, and a deploy or
 * a roll-back brings it back. A retired section stays as it is.
 * @returns the id that was live
 * @throws RefusedError if the section was never live
 */
export async function retire(
  store: Store,
  name: string,
  options: MoveOptions = {},
): Promise<string> {
  if (name === 'shell')
    throw new RefusedError(
      'Without the shell there is no site, so it cannot be retired. Go back to the one before with: npx portfolio rollback shell',
    );
  return changeSite(store, async (tx) => {
    const { live } = await move(tx, { name, did: 'retire', ...options }, async () => []);
    const [id] = [...live.ids, ...live.retired];
    if (id === undefined)
      throw new RefusedError(`${name} is not live, so there is nothing to retire.`);
    return id;
  });
}

/**
 * Whether a release was live, and the owner took it off. Rendered pages do not matter: the same sources are rendered
 * anew for another shell.
 */
async function wasRolledBack(tx: Statements, release: Release, ids: readonly string[]) {
  const rows = await tx.run<{ id: string; description: string }>(
    'SELECT id, description FROM releases WHERE name = $1 AND left_at IS NOT NULL',
    [release.name],
  );
  const sources = idOfSources(release);
  return rows
    .filter(({ id }) => !ids.includes(id))
    .some(({ description }) => idOfSources(JSON.parse(description)) === sources);
}

/**
 * Within a transaction: changes what is live of a name, with a line of the log.
 * @throws RefusedError if another release went live since the caller looked
 */
async function move(
  tx: Statements,
  { name, did, key, expectLive }: MoveOptions & { name: string; did: string },
  change: (live: LiveIds) => Promise<readonly string[]>,
) {
  const live = await readLiveOf(tx, name);
  const ids = await change(live);
  const [from = '', to = ''] = [live.ids[0], ids[0]];
  const isExpected = expectLive === undefined || from === expectLive;
  // A repeated move finds done what it asks for.
  if (!isExpected && from !== to)
    throw new RefusedError(
      `Meanwhile ${from ? `${name}@${from} went live` : `${name} was taken out of what is live`}, and you saw ${expectLive || 'none'}. Look at it, and deploy again.`,
    );
  const isSame = ids.join() === live.ids.join();
  if (!isSame) await writeLive(tx, name, { ids, retired: to ? [] : live.ids });
  await appendLog(tx, { key, did, section: name, release: to || undefined, from, to });
  return { live, to };
}

/** Refuses a release that does not fit the live ones. @throws RefusedError */
async function refuseUnfit(
  store: Store,
  tx: Statements,
  release: Release,
  texts: Texts,
  replaced?: LiveSite['replaced'],
): Promise<void> {
  const site = { ...store, replaced, set: await readLiveSet(store, tx) };
  const faults = checkFitsLive(site, release, texts);
  if (faults.length > 0) throw faultyRelease(release.name, faults);
}
