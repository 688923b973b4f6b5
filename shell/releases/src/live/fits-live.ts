import { defaultPage, faultOfPage } from '@portfolio/contract/pages.ts';
import { leavesOf, lookUp, type TextTree } from '@portfolio/contract/texts.ts';
import type { Texts } from '../release/files.ts';
import { type Release, unreadable } from '../release/release.ts';
import type { LoadedRelease } from '../store/release-cache.ts';
import { type LiveSet, ownerOfPath, unmetBy } from './live-set.ts';

/** The parts of a release that have to fit the others. */
export type Contract = Pick<
  Release,
  'name' | 'requires' | 'provides' | 'page' | 'pages' | 'origins'
>;

/** What a release is checked and rendered beside. */
export interface LiveSite {
  /** What is live; undefined without a shell. */
  set: LiveSet | undefined;
  /** The other origins that pages may call, frame or show (CONNECT_ORIGINS). */
  connectOrigins: readonly string[];
  /** The sections that are deployed after a shell, so that their live releases need not fit it. */
  replaced?: readonly string[] | undefined;
}

/**
 * Checks whether a release fits the live releases.
 * @returns all faults, as sentences that say what to do
 */
export function checkFitsLive(
  { set, connectOrigins, replaced = [] }: LiveSite,
  contract: Contract,
  texts: Texts,
): string[] {
  const { name, origins = [] } = contract;
  if (name === 'shell') {
    // A fallback would block the shell until its section was deployed twice.
    const live = Object.values(set?.sections ?? {}).flatMap((releases) => releases.slice(0, 1));
    const staying = live.filter((section) => !replaced.includes(section.name));
    return [
      ...missingKeys(texts),
      ...staying.flatMap((section) => unmetRequirements(section, contract)),
      ...live.flatMap((section) => lackingLanguages(section, Object.keys(texts))),
    ];
  }
  const faults = [...missingKeys(texts), ...foreignKeys(name, texts)];
  if (set) faults.push(...faultsBesideShell(contract, texts, set.shell));
  faults.push(...faultsOfPlace(contract, texts, set));
  const unknown = origins.filter((each) => !connectOrigins.includes(each));
  if (unknown.length > 0)
    faults.push(
      `"origins" in its package.json names ${unknown.join(', ')}, which pages of this site may not call. The owner adds it to the setting CONNECT_ORIGINS.`,
    );
  return faults;
}

function faultsBesideShell(contract: Contract, texts: Texts, shell: LiveSet['shell']): string[] {
  const { name } = contract;
  const faults = unmetRequirements(contract, shell);
  // Its texts would stand in the place of the shell's.
  if (Object.values(shell.texts).some((tree) => Object.hasOwn(tree, name)))
    faults.push(`"${name}" is the name of texts of the shell: give the section another name.`);
  const lacking = Object.keys(shell.texts).filter((language) => !Object.hasOwn(texts, language));
  for (const each of lacking)
    faults.push(`locales/${each}.yaml is missing, a language that the shell (${shell.id}) offers.`);
  return faults;
}

/** A sentence if a live section lacks a language of a shell, in its texts or in a page below its own. */
function lackingLanguages(
  { name, texts, pages = [] }: LoadedRelease,
  languages: readonly string[],
): string[] {
  const titled = [texts, ...pages.map(({ title }) => title)];
  const lacking = languages.filter((each) => !titled.every((it) => Object.hasOwn(it, each)));
  if (lacking.length === 0) return [];
  return [
    `${name}, which is live, has no texts or no titles of all its pages in ${lacking.join(' and ')}, which this shell offers. Add them, and deploy ${name} first.`,
  ];
}

/** Requirements of a section that the shell does not meet. At run time a mismatch would only be React's error 306. */
function unmetRequirements(
  section: Pick<Release, 'name' | 'requires'>,
  shell: Pick<Release, 'provides'>,
): string[] {
  return unmetBy(shell, section).map(({ name, range, version }) =>
    version
      ? `${section.name} requires ${name} ${range}, but the shell provides ${version}. Change the range in its peerDependencies, or deploy a shell that provides it.`
      : `${section.name} requires ${name}, which the shell does not provide. Reach it through the kit, or bundle it as a dependency.`,
  );
}

/** Faults of a section's paths, which another section may have, and of its name in the navigation. */
function faultsOfPlace(
  { name, page = defaultPage(name), pages = [] }: Contract,
  texts: Texts,
  set: LiveSet | undefined,
): string[] {
  const fault = faultOfPage(name, page);
  if (fault) return [fault];
  const faults = faultsOfLabel(name, page.label, texts);
  for (const { path } of [page, ...pages]) {
    const holder = set && (set.byPath.get(path)?.section ?? ownerOfPath(path, set.sections));
    const isTaken = holder !== undefined && holder !== name;
    if (isTaken)
      faults.push(
        `It has a page at ${path}, where ${holder} stands. Choose another path, or ask the owner to take ${holder} out (npx portfolio releases retire ${holder}).`,
      );
  }
  return faults;
}

/** The longest label of this site has ten characters. */
const longestLabel = 60;

/** Faults of a section's name in the navigation, unless it is one of the shell's texts. */
function faultsOfLabel(name: string, label: string, texts: Texts): string[] {
  if (!label.startsWith(`${name}.`)) return [];
  return Object.entries(texts).flatMap(([language, tree]) => {
    const word = lookUp(tree, label);
    const file = `locales/${language}.yaml`;
    if (word === label)
      return `${file} lacks the key "${label}", its name in the navigation ("page.label" in its package.json).`;
    if (word.length <= longestLabel && !unreadable.test(word)) return [];
    return `${file}: "${label}", its name in the navigation, is one line of at most ${longestLabel} characters.`;
  });
}

function missingKeys(texts: Texts): string[] {
  const all = new Set(Object.values(texts).flatMap(keysOf));
  /** A plural form, beside `other`, is needed in the languages that have it. */
  const isNeeded = (key: string, language: string) => {
    const [, group, form] = /^(.*)\.(zero|one|two|few|many)$/.exec(key) ?? [];
    if (!all.has(`${group}.other`)) return true;
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    return pluralCategories.some((category) => category === form);
  };
  return Object.entries(texts).flatMap(([language, tree]) => {
    const own = new Set(keysOf(tree));
    return [...all]
      .filter((key) => !own.has(key) && isNeeded(key, language))
      .map((key) => `locales/${language}.yaml lacks the key "${key}" that another language has.`);
  });
}

/** A section's texts have to be below its name, so that it cannot replace texts of others. */
function foreignKeys(section: string, texts: Texts): string[] {
  return Object.entries(texts).flatMap(([language, tree]) =>
    Object.keys(tree)
      .filter((key) => key !== section)
      .map(
        (key) =>
          `locales/${language}.yaml has the top-level key "${key}"; a section's texts belong below "${section}".`,
      ),
  );
}

function keysOf(tree: TextTree): string[] {
  return leavesOf(tree).map(([key]) => key);
}
