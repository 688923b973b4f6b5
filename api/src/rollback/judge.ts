import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { faultsOfFiles } from '@portfolio/releases/live/live-release.ts';
import { unmetBy } from '@portfolio/releases/live/live-set.ts';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import { listNames, type Store } from '@portfolio/releases/store/store.ts';
import type { Sight } from './look-in-browser.ts';

/** What the server found when it looked for itself. */
export type Verdict =
  | { is: 'confirmed'; faults: readonly string[]; before: string }
  /** It fails, and so does the release before. */
  | { is: 'without a way back'; faults: readonly string[]; why: string }
  | { is: 'not confirmed'; why: string };

/**
 * Looks at a release that visitors could not use, since what they say can be forged: at its files by
 * their hashes, and where there is a browser at its page. The release before is held to the same: what
 * it shares is no fault of this one, and another one that fails helps no visitor.
 * @param before the next in its name's pointer: what stands there was live
 */
export async function judge(
  store: Store,
  ref: ReleaseRef,
  before: string | undefined,
  look: (before: ReleaseRef) => Promise<Sight>,
): Promise<Verdict> {
  const faults = await faultsOfFiles(store, ref);
  const hindrance = await hindranceOf(store, ref.name, before);
  if (faults.length > 0)
    return before && !hindrance
      ? { is: 'confirmed', faults, before }
      : { is: 'without a way back', faults, why: hindrance ?? 'there is no release before it' };
  if (!before || hindrance)
    return {
      is: 'not confirmed',
      why: `its files are whole, and ${hindrance ?? 'there is no release before it'}`,
    };
  const sight = await look({ name: ref.name, id: before });
  switch (sight.saw) {
    case 'faults':
      return { is: 'confirmed', faults: sight.faults, before };
    case 'nothing':
      return { is: 'not confirmed', why: 'its files are whole, and in a browser it opens' };
    case 'unclear':
      return {
        is: 'not confirmed',
        why: `its files are whole, and a browser proves nothing: ${sight.why}`,
      };
    case 'no browser':
      return {
        is: 'not confirmed',
        why: `its files are whole, and no browser looked at it: ${sight.why}`,
      };
  }
}

/** Why there is no going back to that release, if there is a reason. */
async function hindranceOf(
  store: Store,
  name: string,
  id: string | undefined,
): Promise<string | undefined> {
  const before = id && (await readRelease(store, name, id));
  if (!before) return 'there is no release before it';
  const [fault] = await faultsOfFiles(store, before);
  if (fault) return `of the release before, ${fault}`;
  // Of a section the browser shows it.
  if (name !== 'shell') return undefined;
  for (const section of await listNames(store)) {
    const [live] = section === 'shell' ? [] : await readPointer(store, section).catch(() => []);
    const release = live && (await readRelease(store, section, live));
    const [unmet] = release ? unmetBy(before, release) : [];
    if (unmet)
      return `the shell before does not provide ${unmet.name} ${unmet.range} to ${section}`;
  }
  return undefined;
}
