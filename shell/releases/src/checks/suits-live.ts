import { readPointerOrLast } from '../live/pointer-backup.ts';
import { fallbackDepth } from '../live/replaced-at.ts';
import { unmetBy } from '../live/with-releases.ts';
import { readRelease } from '../release/read-release.ts';
import type { Release } from '../release/release.ts';
import { listNames, type Store } from '../store/store.ts';
import { faultsOfPlace } from './place-in-site.ts';
import { foreignKeys, missingKeys, missingLanguages, type Texts } from './whole-texts.ts';

/**
 * Whether a release would suit what is live, by what it says of itself and by its texts.
 * @returns every fault at once, each a sentence that says what to do
 */
export async function checkSuitsLive(
  store: Store,
  contract: Pick<Release, 'name' | 'requires' | 'provides' | 'page'>,
  texts: Texts,
): Promise<string[]> {
  if (contract.name === 'shell')
    return [...missingKeys(texts), ...(await brokenSections(store, contract.provides))];
  const [shell] = await liveAndBefore(store, 'shell');
  return [
    ...missingKeys(texts),
    ...foreignKeys(contract.name, texts),
    ...(shell ? unmetRequirements(contract, shell) : []),
    ...(shell ? missingLanguages(texts, shell) : []),
    ...(await faultsOfPlace(store, contract, texts)),
  ];
}

/** A new shell has to suit what is live, and what that would fall back to. */
async function brokenSections(store: Store, provides: Release['provides']): Promise<string[]> {
  const names = (await listNames(store)).filter((name) => name !== 'shell');
  const sections = await Promise.all(names.map((name) => liveAndBefore(store, name)));
  return sections.flat().flatMap((section) => unmetRequirements(section, { provides }));
}

async function liveAndBefore(store: Store, name: string): Promise<Release[]> {
  const ids = (await readPointerOrLast(store, name)).ids.slice(0, fallbackDepth);
  const releases = await Promise.all(ids.map((id) => readRelease(store, name, id)));
  return releases.filter((release) => release !== undefined);
}

/**
 * What a section asks for and the shell does not provide in that range. At run time a mismatch
 * would only be React's error 306, without a word of federation.
 * @param shell without an id it is the one that is being released
 */
function unmetRequirements(
  section: Pick<Release, 'name' | 'requires'>,
  shell: Pick<Release, 'provides'> & { id?: string },
): string[] {
  const whichShell = shell.id ? `the shell (${shell.id})` : 'this shell';
  return unmetBy(shell, section).map(({ name, range, version }) =>
    version
      ? `${section.name} requires ${name} ${range}, but ${whichShell} provides ${version}. Change the range in its peerDependencies, or deploy a shell that provides it.`
      : `${section.name} requires ${name}, which ${whichShell} does not provide. Reach it through the kit, or bundle it as a dependency.`,
  );
}
