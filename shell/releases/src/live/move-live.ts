import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import type { Steps } from '../database/database.ts';
import { isFragment } from '../release/fragments.ts';
import { idOf, type Release } from '../release/release.ts';
import { listFaults, noRelease, ReleaseRefusedError } from '../release/release-errors.ts';
import { type Actor, appendLog, ownerActor } from '../store/audit-log.ts';
import { faultsOfFiles } from '../store/find-faults.ts';
import { findRelease, type LiveIds, readLiveOf, writeLive } from '../store/release-rows.ts';
import { changeSite, type Store } from '../store/store.ts';
import { faultsOfFit } from './fits-live.ts';
import { readLiveSet } from './follow-live-releases.ts';
import { loadRelease } from './loaded-release.ts';

export interface MoveOptions {
  /** The actor and reason for the log; by default the owner. */
  actor?: Actor | undefined;
  /** The id that has to be live, or null for none; by default any. */
  expectLive?: string | null | undefined;
  /** Called with the live id, again after any change; throws to keep the live release. */
  onBefore?: (live: string | undefined) => void | Promise<void>;
  /** Runs within the transaction; an error undoes the change. */
  onWrite?: (() => Steps<void>) | undefined;
  /** Makes a release live that does not fit the others. Only for the owner, never for a key. */
  isForced?: boolean;
}

/**
 * Makes a release live; the one that was live becomes its fallback, unless both differ in rendered pages alone: these
 * are made anew for another shell, and a copy would be no fallback.
 * @throws ReleaseRefusedError if it does not fit the live releases, or was pruned
 */
export async function activate(
  store: Store,
  { name, id }: ReleaseRef,
  options: MoveOptions = {},
): Promise<void> {
  await move(store, { name, did: 'deploy', ...options }, ({ ids }) => {
    const [live, ...before] = ids;
    if (live === id) return ids;
    const others = before.filter((old) => old !== id);
    if (live === undefined) return [id, ...others];
    const [next, now] = [id, live].map((each) => findRelease(store, { name, id: each }));
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
  const { to } = await move(store, { name, did: 'roll back', ...options }, ({ ids, retired }) => {
    const isRetired = ids.length === 0;
    const known = isRetired ? retired : ids;
    const target = id ?? known[isRetired ? 0 : 1];
    if (!target)
      throw new ReleaseRefusedError(
        `${name} has no release before the live one. Name one with \`npx portfolio rollback ${name} <id>\`; \`npx portfolio releases\` lists them.${name === 'shell' ? '' : ` To take it off the site: npx portfolio releases retire ${name}`}`,
      );
    const position = known.indexOf(target);
    return position < 0 ? [target, ...known] : known.slice(position);
  });
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
  await move(store, { name, did: 'retire', ...options }, ({ ids, retired }) => {
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
export function wasRolledBack(store: Pick<Store, 'local'>, release: Release): boolean {
  const { name } = release;
  const rows = store.local.read<{ id: string }>(
    'SELECT id FROM releases WHERE name = $1 AND left_at IS NOT NULL',
    [name],
  );
  const { ids } = readLiveOf(store, name);
  const sources = idOfSources(release);
  return rows
    .filter(({ id }) => !ids.includes(id))
    .some(({ id }) => idOfSources(findRelease(store, { name, id })) === sources);
}

class ChangedMeanwhileError extends Error {
  override name = 'ChangedMeanwhileError';
}

interface Move extends MoveOptions {
  name: string;
  did: string;
}

/**
 * Changes what is live: checks the release against the live ones, then writes the change and its line of the log in
 * one transaction. If anything changed since the check, it checks again.
 */
async function move(
  store: Store,
  { name, did, actor = ownerActor, expectLive, onBefore, onWrite, isForced = false }: Move,
  change: (live: LiveIds) => readonly string[],
): Promise<{ from: string; to: string }> {
  for (;;) {
    await store.shared.pull();
    const [row] = store.local.read<{ number: number }>('SELECT number FROM changes');
    const live = readLiveOf(store, name);
    await onBefore?.(live.ids[0]);
    const ids = change(live);
    const [from = '', to = ''] = [live.ids[0], ids[0]];
    refuseOvertaken(name, { from, to, expectLive });
    if (to) await refuseUnfit(store, { name, id: to }, { did, isForced, actor });
    const retired = to ? [] : live.ids;
    const release = to || undefined;
    try {
      await changeSite(store, function* () {
        const [now] = yield ['SELECT number FROM changes'];
        if (now?.number !== row?.number) throw new ChangedMeanwhileError();
        if (ids.join() !== live.ids.join()) yield* writeLive(name, { ids, retired }, Date.now());
        yield* appendLog({ section: name, release, from, to, did, ...actor });
        if (onWrite) yield* onWrite();
      });
      return { from, to };
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) throw error;
    }
  }
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
  ref: ReleaseRef,
  { did, isForced, actor }: { did: string; isForced: boolean; actor: Actor },
): Promise<void> {
  const { name, id } = ref;
  if (!findRelease(store, ref)) throw noRelease(name, id);
  const faults = isForced ? [] : await faultsOfLive(store, ref);
  if (faults.length === 0) return;
  const isOwners = did === 'roll back' && actor.key === ownerActor.key;
  const command = `npx portfolio rollback ${name} ${id} --force`;
  throw new ReleaseRefusedError(
    `${name}@${id} cannot be made live:\n${listFaults(faults)}${isOwners ? `\nIf you know better: ${command}` : ''}`,
  );
}

/** Faults of a release as a live one: broken files, or a misfit. */
async function faultsOfLive(store: Store, ref: ReleaseRef): Promise<string[]> {
  try {
    const release = await loadRelease(store, ref);
    const broken = await faultsOfFiles(store, release);
    if (broken.length > 0) return broken;
    const set = await readLiveSet(store);
    return faultsOfFit(release, release.texts, { set, connectOrigins: store.connectOrigins });
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    return [error.message];
  }
}
