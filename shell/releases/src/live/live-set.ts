import { arrangePages, defaultPage, type SitePage } from '@portfolio/contract/pages.ts';
import { keyOfReleases, type ReleaseRef } from '@portfolio/contract/releases.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import semver from 'semver';
import type { Release } from '../release/release.ts';
import type { LoadedRelease } from '../store/releases.ts';

/** The releases for a document, its texts and its scripts. */
export interface LiveSet {
  /** Names the releases, such as `home@…,shell@…`; equal sets have equal keys. */
  key: string;
  shell: LoadedRelease;
  shellBefore?: LoadedRelease | undefined;
  /** The pages of the live sections, in the order of the navigation. */
  pages: readonly SitePage[];
  /** The live release and its fallback, by section. */
  sections: Record<string, readonly LoadedRelease[]>;
  /** The merged texts by language, in the languages of the shell. */
  texts: ReadonlyMap<string, TextTree>;
  /** Broken releases that should be live; the sections have an earlier one. */
  faults: readonly LiveFault[];
  /** Whether a visitor requested other releases than the live ones. */
  isPinned?: boolean;
}

/** A release that should be live, but is broken. */
export interface LiveFault {
  /** Such as `home@0123456789ab`. */
  of: string;
  reason: string;
}

export interface LiveName {
  name: string;
  /** The live release and its fallback. */
  releases: readonly LoadedRelease[];
  faults: readonly LiveFault[];
}

/** Makes a set of the live releases; undefined without a shell. */
export function assembleSet(names: readonly LiveName[]): LiveSet | undefined {
  const { shell: shells = [], ...live } = Object.fromEntries(
    names.map(({ name, releases }) => [name, releases]),
  );
  const [shell, shellBefore] = shells;
  const faults = names.flatMap((each) => each.faults);
  return shell && complete({ shell, shellBefore, sections: live, faults });
}

/** Adds what follows from the releases of a set. */
function complete(parts: Omit<LiveSet, 'key' | 'pages' | 'texts'>): LiveSet {
  const key = keyOfReleases(releasesOf(parts));
  return { ...parts, key, pages: pagesOf(parts.sections), texts: mergeTexts(parts) };
}

/**
 * The set for a preview, or for a page that was opened before a deploy. Ignores releases that are not in the store.
 * @param only the names without a fallback
 */
export async function withReleases(
  { find }: { find(ref: ReleaseRef): Promise<LoadedRelease | undefined> },
  set: LiveSet,
  refs: readonly ReleaseRef[],
  only: readonly string[] = [],
): Promise<LiveSet> {
  if (refs.length === 0) return set;
  const found = (await Promise.all(refs.map(find))).filter((release) => release !== undefined);
  const shell = found.find(({ name }) => name === 'shell') ?? set.shell;
  // A previewed shell has no fallback, so that its failure is visible.
  const isAlone = shell.id !== set.shell.id || only.includes('shell');
  const sections = { ...set.sections };
  for (const release of found.filter(({ name }) => name !== 'shell'))
    sections[release.name] = inFront(release, sections[release.name]);
  for (const name of only) {
    if (sections[name]) sections[name] = sections[name].slice(0, 1);
  }
  return derive(set, { shell, shellBefore: isAlone ? undefined : set.shellBefore, sections });
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
  const derived = complete({ ...set, ...parts });
  return { ...derived, isPinned: set.isPinned || derived.key !== set.key };
}

/**
 * Merges the texts of the shell and of live sections, which are below their names, so that a section and its texts
 * change in one step.
 */
export function mergeTexts(set: Pick<LiveSet, 'shell' | 'sections'>): LiveSet['texts'] {
  const releases = releasesOf(set);
  const languages = Object.keys(set.shell.texts).sort();
  return new Map(
    languages.map((language) => {
      const trees = releases.map(({ texts }) => texts[language] ?? {});
      return [language, Object.assign({}, ...trees)];
    }),
  );
}

/** Puts a release before the live one, which becomes its fallback. */
function inFront(release: LoadedRelease, live: readonly LoadedRelease[] = []): LoadedRelease[] {
  return [release, ...live.filter(({ id }) => id !== release.id)];
}

/** Requirements that a shell does not meet, with its version, if any. */
export function unmetBy(
  { provides = {} }: Pick<Release, 'provides'>,
  { requires }: Pick<Release, 'requires'>,
) {
  // A team may require a package that is named as a property of every object.
  const provided = new Map(Object.entries(provides));
  return Object.entries(requires)
    .map(([name, range]) => ({ name, range, version: provided.get(name) }))
    .filter(({ range, version }) => !version || !semver.satisfies(version, range));
}

/** The declared pages of live sections. */
export function pagesOf(sections: LiveSet['sections']): SitePage[] {
  const declared = Object.entries(sections).flatMap(([section, [live]]): SitePage[] =>
    live ? [{ section, ...(live.page ?? defaultPage(section)) }] : [],
  );
  return arrangePages(declared);
}

/** A section owns the paths below its name, wherever its own page is. */
export function ownerOfPath(path: string, sections: LiveSet['sections']): string | undefined {
  const [, first = ''] = path.split('/');
  return Object.hasOwn(sections, first) ? first : undefined;
}

const byPath = new WeakMap<object, ReadonlyMap<string, SitePage>>();

/** All pages of a set by path, including those below the sections' own; cached, as every visit needs them. */
export function pagesByPath(set: Pick<LiveSet, 'pages' | 'sections'>) {
  const known = byPath.get(set);
  if (known) return known;
  const below = set.pages.flatMap((own) =>
    (set.sections[own.section]?.[0]?.pages ?? []).map((page) => ({ ...own, ...page })),
  );
  const pages = new Map<string, SitePage>();
  // Only a forced roll-back leads to two pages at one path; the first wins.
  for (const page of [...set.pages, ...below]) {
    if (!pages.has(page.path)) pages.set(page.path, page);
  }
  byPath.set(set, pages);
  return pages;
}

/** The live releases of a set without fallbacks, the shell last. */
export function releasesOf({ shell, sections }: Pick<LiveSet, 'shell' | 'sections'>) {
  return [...Object.values(sections).flatMap((releases) => releases.slice(0, 1)), shell];
}
