import path from 'node:path';
import {
  fallbackDepth,
  listNames,
  type Release,
  readPointer,
  readRelease,
  refuse,
  type Store,
} from '@portfolio/releases';
import { type ByteBudget, overBudget } from './byte-budget.ts';
import { lackOfPage } from './exposed-page.ts';
import { missingLanguages } from './missing-languages.ts';
import { missingResources } from './missing-resources.ts';
import { secondCopies } from './second-copies.ts';
import { missingKeys, readTexts, type Texts } from './text-keys.ts';
import { unmetRequirements } from './unmet-requirements.ts';

/** What is about to be released: its description, where it was built, and what is bundled in it. */
export interface Candidate {
  release: Release;
  folder: string;
  modules: readonly string[];
  budget?: ByteBudget | undefined;
}

/**
 * Refuses a release that would fail its visitors.
 * @throws ReleaseRefusedError that names every fault at once and what to do.
 */
export async function passGate(store: Store, { release, folder, modules, budget }: Candidate) {
  const { name } = release;
  const texts = await readTexts(folder).catch((error: Error) => {
    throw refuse.faults(name, [error.message]);
  });
  const faults = [
    ...missingKeys(texts),
    ...foreignKeys(name, texts),
    ...(await missingResources(folder, release.files)),
    ...(budget ? await overBudget(name, folder, release, budget) : []),
    ...(name === 'shell'
      ? await breaksSections(store, release)
      : [
          ...(await lackOfPage(name, path.join(folder, release.entry))),
          ...secondCopies(name, modules),
          ...(await lacksInShell(store, release)),
        ]),
  ];
  if (faults.length > 0) throw refuse.faults(name, faults);
}

/** A section's texts live below its own name (and `hints`), so that two sections never collide. */
function foreignKeys(name: string, texts: Texts): string[] {
  if (name === 'shell') return [];
  return Object.entries(texts).flatMap(([language, tree]) =>
    Object.keys(tree)
      .filter((key) => key !== name && key !== 'hints')
      .map(
        (key) =>
          `locales/${language}.yaml has the top-level key "${key}"; a section's texts belong below "${name}".`,
      ),
  );
}

async function lacksInShell(store: Store, section: Release): Promise<string[]> {
  const [shell] = await liveAndBefore(store, 'shell');
  if (!shell) return [];
  return [...unmetRequirements(section, shell), ...missingLanguages(section, shell)];
}

/** A new shell has to suit what is live, and what that would fall back to. */
async function breaksSections(store: Store, shell: Release): Promise<string[]> {
  const names = (await listNames(store)).filter((name) => name !== 'shell');
  const sections = await Promise.all(names.map((name) => liveAndBefore(store, name)));
  return sections.flat().flatMap((section) => unmetRequirements(section, shell));
}

async function liveAndBefore(store: Store, name: string): Promise<Release[]> {
  const ids = (await readPointer(store, name)).slice(0, fallbackDepth);
  const releases = await Promise.all(ids.map((id) => readRelease(store, name, id)));
  return releases.filter((release) => release !== undefined);
}
