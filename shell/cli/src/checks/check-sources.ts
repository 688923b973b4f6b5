import {
  fallbackDepth,
  listNames,
  type Release,
  readPointerOrLast,
  readRelease,
  type Store,
} from '@portfolio/releases';
import semver from 'semver';
import { faultsOfPlace } from './place-in-site.ts';
import { foreignKeys, missingKeys, missingLanguages, readTexts } from './texts.ts';

/** What is about to be built: the parts of its description that are known before. */
export interface Sources {
  folder: string;
  contract: Pick<Release, 'name' | 'requires' | 'provides' | 'page'>;
}

/**
 * All that can be checked without a build.
 * @returns every fault at once, each a sentence that says what to do
 */
export async function checkSources(store: Store, { folder, contract }: Sources): Promise<string[]> {
  const { name } = contract;
  const texts = await readTexts(folder).catch((error: Error) => error.message);
  if (typeof texts === 'string') return [texts];
  if (name === 'shell')
    return [...missingKeys(texts), ...(await brokenSections(store, contract.provides))];
  const [shell] = await liveAndBefore(store, 'shell');
  return [
    ...missingKeys(texts),
    ...foreignKeys(name, texts),
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
  shell: { id?: string; provides?: Release['provides'] },
): string[] {
  const provides = shell.provides ?? {};
  const whichShell = shell.id ? `the shell (${shell.id})` : 'this shell';
  return Object.entries(section.requires).flatMap(([name, range]) => {
    const version = provides[name];
    if (!version)
      return `${section.name} requires ${name}, which ${whichShell} does not provide. Reach it through the kit, or bundle it as a dependency.`;
    if (semver.satisfies(version, range)) return [];
    return `${section.name} requires ${name} ${range}, but ${whichShell} provides ${version}. Change the range in its peerDependencies, or deploy a shell that provides it.`;
  });
}
