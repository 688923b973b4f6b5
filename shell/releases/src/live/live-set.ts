import type { SitePage } from '@portfolio/contract/pages.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import semver from 'semver';
import { leavesOf, type Texts } from '../release/files.ts';
import { formatRef, type Release, type ReleaseRef, unreadable } from '../release/release.ts';
import type { LoadedRelease } from '../store/release-cache.ts';

/** The releases for a document, its texts and its scripts. */
export interface LiveSet {
  /** Names the releases, such as `home@…,shell@…`; equal sets have equal keys. */
  key: string;
  shell: LoadedRelease;
  shellBefore?: LoadedRelease | undefined;
  /** The pages of the live sections, in the order of the navigation. */
  pages: readonly SitePage[];
  /** All pages by path, including those below the sections' own. */
  byPath: ReadonlyMap<string, SitePage>;
  /** The live release and its fallback, by section. */
  sections: Record<string, readonly LoadedRelease[]>;
  /** The merged texts by language, in the languages of the shell. */
  texts: ReadonlyMap<string, TextTree>;
  /** The broken releases that should be live, such as `home@…: main.mjs is missing`; the sections have an earlier one. */
  faults: readonly string[];
  /** Whether a visitor requested other releases than the live ones. */
  isPinned?: boolean;
}

/** The owner as in `shell/kit/owner.json`, which is checked when a shell is deployed. */
export type Owner = Record<'name' | 'email' | 'language' | 'timeZone', string>;

/** Reads the owner whom the shell of a set names. */
export async function readOwner({ shell }: Pick<LiveSet, 'shell'>): Promise<Owner> {
  // The decoder drops a byte order mark.
  return JSON.parse(new TextDecoder().decode(await shell.read('owner.json')));
}

export interface LiveName {
  name: string;
  /** The live release and its fallback. */
  releases: readonly LoadedRelease[];
  faults: readonly string[];
}

/** Makes a set of the live releases; undefined without a shell. */
export function assembleSet(names: readonly LiveName[]): LiveSet | undefined {
  const { shell: [shell, shellBefore] = [], ...sections } = Object.fromEntries(
    names.map(({ name, releases }) => [name, releases]),
  );
  const faults = names.flatMap((each) => each.faults);
  return shell && completeSet({ shell, shellBefore, sections, faults });
}

/** Adds what follows from the releases of a set. */
export function completeSet(parts: Omit<LiveSet, 'key' | 'pages' | 'byPath' | 'texts'>): LiveSet {
  const { shell, sections } = parts;
  const releases = releasesOf(parts);
  const key = releases.map(formatRef).sort().join(',');
  const pages = Object.entries(sections)
    .flatMap(([section, [live]]): SitePage[] => (live?.page ? [{ section, ...live.page }] : []))
    .sort(inNavigation);
  const below = pages.flatMap((own) =>
    (sections[own.section]?.[0]?.pages ?? []).map((page) => ({ ...own, ...page })),
  );
  const byPath = new Map<string, SitePage>();
  // With a preview two pages may be at one path; the first wins.
  for (const page of [...pages, ...below]) byPath.set(page.path, byPath.get(page.path) ?? page);
  const texts = new Map<string, TextTree>();
  // Those of a section are below its name, so that a section and its texts change in one step.
  for (const language of Object.keys(shell.texts))
    texts.set(language, Object.assign({}, ...releases.map((each) => each.texts[language])));
  return { ...parts, key, pages, byPath, texts };
}

/** Compares pages by their places in the navigation. */
export function inNavigation(one: SitePage, other: SitePage): number {
  return one.order - other.order || (one.section < other.section ? -1 : 1);
}

/**
 * The set for a preview, or for the texts of a page that was opened before a deploy. A named release has no fallback,
 * so that its failure is visible. Ignores releases that are not in the store.
 */
export async function withReleases(
  { find }: { find(ref: ReleaseRef): Promise<LoadedRelease | undefined> },
  set: LiveSet,
  refs: readonly ReleaseRef[],
): Promise<LiveSet> {
  if (refs.length === 0) return set;
  const found = (await Promise.all(refs.map(find))).filter((release) => release !== undefined);
  const named = Object.fromEntries(found.map((release) => [release.name, [release]]));
  const { shell: [shell] = [], ...sections } = named;
  return derive(set, {
    shell: shell ?? set.shell,
    shellBefore: shell ? undefined : set.shellBefore,
    sections: { ...set.sections, ...sections },
  });
}

/**
 * The set for a visitor whom a shell failed: the shell before replaces it, and a section that does not fit that has
 * its release before.
 */
export function withoutShell(set: LiveSet, id: string): LiveSet {
  const { shell, shellBefore } = set;
  if (shellBefore?.id === id) return { ...set, shellBefore: undefined };
  if (shell.id !== id || !shellBefore) return set;
  const suited = Object.entries(set.sections).map(([name, releases]) => {
    const suiting = releases.filter((release) => unmetBy(shellBefore, release).length === 0);
    // If no release fits, the live one is tried.
    return [name, suiting.length > 0 ? suiting : releases] as const;
  });
  const sections = Object.fromEntries(suited);
  return derive(set, { shell: shellBefore, shellBefore: undefined, sections });
}

function derive(
  set: LiveSet,
  parts: Required<Pick<LiveSet, 'shell' | 'shellBefore' | 'sections'>>,
): LiveSet {
  const derived = completeSet({ ...set, ...parts });
  return { ...derived, isPinned: derived.key !== set.key };
}

/** Requirements that a shell does not meet, with its version, if any. */
function unmetBy(
  { provides = {} }: Pick<Release, 'provides'>,
  { requires }: Pick<Release, 'requires'>,
) {
  // A team may require a package that is named as a property of every object.
  const provided = new Map(Object.entries(provides));
  return Object.entries(requires)
    .map(([name, range]) => ({ name, range, version: provided.get(name) }))
    .filter(({ range, version }) => !version || !semver.satisfies(version, range));
}

/** The live releases of a set without fallbacks, the shell last. */
export function releasesOf({ shell, sections }: Pick<LiveSet, 'shell' | 'sections'>) {
  return [...Object.values(sections).flatMap((releases) => releases.slice(0, 1)), shell];
}

/** The parts of a release that have to fit the others. */
export type Contract = Pick<
  Release,
  'name' | 'requires' | 'provides' | 'page' | 'pages' | 'origins'
>;

/** What a release is checked and rendered beside. */
export interface LiveSite {
  /** What is live, without fallbacks, which would block a shell; undefined without a shell. */
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
    const live = Object.values(set?.sections ?? {}).flat();
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
  { name, page, pages = [] }: Contract,
  texts: Texts,
  set: LiveSet | undefined,
): string[] {
  if (!page) return [];
  const faults = faultsOfLabel(name, page.label, texts);
  for (const { path } of [page, ...pages]) {
    // A section owns the paths below its name, wherever its own page is.
    const [, first = ''] = path.split('/');
    const holder = set?.byPath.get(path)?.section ?? first;
    const isTaken = holder !== name && set && Object.hasOwn(set.sections, holder);
    if (isTaken)
      faults.push(
        `It has a page at ${path}, where ${holder} stands. Choose another path, or ask the owner to take ${holder} out (npx portfolio releases retire ${holder}).`,
      );
  }
  return faults;
}

/** The longest label of this site has ten characters. */
const longestLabel = 60;

/** Faults of a section's name in the navigation, which is its own text or one of the shell. */
function faultsOfLabel(name: string, label: string, texts: Texts): string[] {
  if (label.startsWith('header.links.')) return [];
  if (!label.startsWith(`${name}.`))
    return [
      `"page.label" is "${label}": the name in the navigation is a text of the section's own, such as ${name}.navigation.`,
    ];
  return Object.entries(texts).flatMap(([language, tree]) => {
    const word = new Map(leavesOf(tree)).get(label);
    const file = `locales/${language}.yaml`;
    if (typeof word !== 'string')
      return `${file} lacks the key "${label}", its name in the navigation ("page.label" in its package.json).`;
    if (word.length <= longestLabel && !unreadable.test(word)) return [];
    return `${file}: "${label}", its name in the navigation, is one line of at most ${longestLabel} characters.`;
  });
}

function missingKeys(texts: Texts): string[] {
  const all = new Set(Object.values(texts).flatMap((tree) => leavesOf(tree).map(([key]) => key)));
  /** A plural form, beside `other`, is needed in the languages that have it. */
  const isNeeded = (key: string, language: string) => {
    const [, group, form] = /^(.*)\.(zero|one|two|few|many)$/.exec(key) ?? [];
    if (!all.has(`${group}.other`)) return true;
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    return pluralCategories.some((category) => category === form);
  };
  return Object.entries(texts).flatMap(([language, tree]) => {
    const own = new Map(leavesOf(tree));
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
