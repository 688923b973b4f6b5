import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { Statements } from '../database/database.ts';
import { isFragment } from '../release/fragments.ts';
import { BrokenFileError } from '../release/integrity.ts';
import { idOf, type Release } from '../release/release.ts';
import { listFaults, noRelease, ReleaseRefusedError } from '../release/release-errors.ts';
import { type Actor, appendLog, ownerActor } from '../store/audit-log.ts';
import { findRelease, type LiveIds, readLiveOf, writeLive } from '../store/release-rows.ts';
import { changeSite, type Store } from '../store/store.ts';
import { faultsOfFit } from './fits-live.ts';
import { readLiveSet } from './follow-live-releases.ts';

export interface MoveOptions {
  /** The actor and reason for the log; by default the owner. */
  actor?: Actor | undefined;
  /** The id that has to be live, or null for none; by default any. */
  expectLive?: string | null | undefined;
  /** Makes a release live that does not fit the others. Only for the owner, never for a key. */
  isForced?: boolean;
}

/**
 * Makes a release live; the one that was live becomes its fallback, unless both differ in rendered pages alone: these
 * are made anew for another shell, and a copy would be no fallback.
 * @throws ReleaseRefusedError if it does not fit the live releases, or was removed
 */
export async function activate(
  store: Store,
  { name, id }: ReleaseRef,
  options: MoveOptions = {},
): Promise<void> {
  await move(store, { name, did: 'deploy', ...options }, async ({ ids }, tx) => {
    const [live, ...before] = ids;
    if (live === id) return ids;
    const others = before.filter((old) => old !== id);
    if (live === undefined) return [id, ...others];
    const [next, now] = [
      await findRelease(tx, { name, id }),
      await findRelease(tx, { name, id: live }),
    ];
    const isRenderedAnew = next !== undefined && idOfSources(next) === idOfSources(now);
    return isRenderedAnew ? [id, ...others, live] : [id, live, ...others];
  });
}

/** The id that a release had without its rendered pages. */
function idOfSources(release: Release | undefined): string | undefined {
  if (!release) return undefined;
  const files = Object.entries(release.files).filter(([file]) => !isFragment(file));
  return idOf({ ...release, files: Object.fromEntries(files) });
}

/**
 * Makes the release before (or the named one) live. The release that is left is no fallback any more. A retired
 * section returns with the release that was live.
 * @returns the live id
 * @throws ReleaseRefusedError
 */
export async function rollBack(
  store: Store,
  name: string,
  id?: string,
  options: MoveOptions = {},
): Promise<string> {
  const { to } = await move(
    store,
    { name, did: 'roll back', ...options },
    async ({ ids, retired }) => {
      const isRetired = ids.length === 0;
      const known = isRetired ? retired : ids;
      const target = id ?? known[isRetired ? 0 : 1];
      if (!target)
        throw new ReleaseRefusedError(
          `${name} has no release before the live one. Name one with \`npx portfolio rollback ${name} <id>\`; \`npx portfolio releases\` lists them.${name === 'shell' ? '' : ` To take it off the site: npx portfolio releases retire ${name}`}`,
        );
      const position = known.indexOf(target);
      return position < 0 ? [target, ...known] : known.slice(position);
    },
  );
  return to;
}

/**
 * Takes a section with its page and entry off the site. Its releases stay, so that open pages go on, and a deploy or
 * a roll-back brings it back. A retired section stays as it is.
 * @returns the id that was live
 * @throws ReleaseRefusedError if the section was never live
 */
export async function retire(
  store: Store,
  name: string,
  options: MoveOptions = {},
): Promise<string> {
  if (name === 'shell')
    throw new ReleaseRefusedError(
      'Without the shell there is no site, so it cannot be retired. Go back to the one before with: npx portfolio rollback shell',
    );
  let last = '';
  await move(store, { name, did: 'retire', ...options }, async ({ ids, retired }) => {
    const [id] = [...ids, ...retired];
    if (id === undefined)
      throw new ReleaseRefusedError(`${name} is not live, so there is nothing to retire.`);
    last = id;
    return [];
  });
  return last;
}

/**
 * Whether a release was live, and the owner took it off. Rendered pages do not matter: the same sources are rendered
 * anew for another shell.
 */
export async function wasRolledBack(store: Store, release: Release): Promise<boolean> {
  const { name } = release;
  const rows = await store.database.run<{ id: string; description: string }>(
    'SELECT id, description FROM releases WHERE name = $1 AND left_at IS NOT NULL',
    [name],
  );
  const { ids } = await readLiveOf(store, name);
  const sources = idOfSources(release);
  return rows
    .filter(({ id }) => !ids.includes(id))
    .some(({ description }) => idOfSources(JSON.parse(description)) === sources);
}

interface Move extends MoveOptions {
  name: string;
  did: string;
}

/**
 * Changes what is live, in one transaction: checks the release against the live ones, and writes the change and its
 * line of the log.
 */
function move(
  store: Store,
  { name, did, actor = ownerActor, expectLive, isForced = false }: Move,
  change: (live: LiveIds, tx: Statements) => Promise<readonly string[]>,
): Promise<{ from: string; to: string }> {
  return changeSite(store, async (tx) => {
    const live = await readLiveOf(tx, name);
    const ids = await change(live, tx);
    const [from = '', to = ''] = [live.ids[0], ids[0]];
    refuseOvertaken(name, { from, to, expectLive });
    if (to) await refuseUnfit(store, tx, { name, id: to }, { did, isForced, actor });
    const isSame = ids.join() === live.ids.join();
    if (!isSame) await writeLive(tx, name, { ids, retired: to ? [] : live.ids });
    await appendLog(tx, { section: name, release: to || undefined, from, to, did, ...actor });
    return { from, to };
  });
}

/**
 * Refuses a move if another release went live since somebody looked. A repeated one finds done what it asks for.
 * @throws ReleaseRefusedError
 */
function refuseOvertaken(
  name: string,
  { from, to, expectLive }: { from: string; to: string } & Pick<MoveOptions, 'expectLive'>,
): void {
  const isExpected = expectLive === undefined || from === (expectLive ?? '');
  if (isExpected || from === to) return;
  throw new ReleaseRefusedError(
    `Meanwhile ${from ? `${name}@${from} went live` : `${name} was taken out of what is live`}, and you saw ${expectLive ?? 'none'}. Look at it, and deploy again.`,
  );
}

/** @throws ReleaseRefusedError */
async function refuseUnfit(
  store: Store,
  tx: Statements,
  ref: ReleaseRef,
  { did, isForced, actor }: { did: string; isForced: boolean; actor: Actor },
): Promise<void> {
  const { name, id } = ref;
  if (!(await findRelease(tx, ref))) throw noRelease(name, id);
  const faults = isForced ? [] : await faultsOfLive(store, tx, ref);
  if (faults.length === 0) return;
  const isOwners = did === 'roll back' && actor.key === ownerActor.key;
  const command = `npx portfolio rollback ${name} ${id} --force`;
  throw new ReleaseRefusedError(
    `${name}@${id} cannot be made live:\n${listFaults(faults)}${isOwners ? `\nIf you know better: ${command}` : ''}`,
  );
}

/** Faults of a release as a live one: broken files, or a misfit. */
async function faultsOfLive(store: Store, tx: Statements, ref: ReleaseRef): Promise<string[]> {
  try {
    const release = await store.releases.open(ref);
    return faultsOfFit(release, release.texts, { ...store, set: await readLiveSet(store, tx) });
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    return [error.message];
  }
}
