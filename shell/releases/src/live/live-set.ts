import { arrangePages, defaultPage, type SitePage } from '@portfolio/contract/pages.ts';
import { keyOfReleases, type ReleaseRef } from '@portfolio/contract/releases.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import semver from 'semver';
import type { Release } from '../release/release.ts';
import type { LoadedRelease, ReleaseCache } from './loaded-release.ts';

/** The releases that a document, its texts and its scripts are made of. */
export interface LiveSet {
  /** Names what is live in it, such as `home@…,shell@…`; equal sets have equal keys. */
  key: string;
  shell: LoadedRelease;
  /** What a visitor gets when the shell fails. */
  shellBefore?: LoadedRelease | undefined;
  /** The pages of the live sections, in the order of the navigation. */
  pages: readonly SitePage[];
  /** By section: the live release first, then the one to fall back to. */
  sections: Record<string, readonly LoadedRelease[]>;
  /** By language, those that the shell has texts in: the one translation document of the whole set. */
  texts: ReadonlyMap<string, TextTree>;
  /** What should be live and cannot be; the sections it is about have what was good before. */
  faults: readonly LiveFault[];
  /** Releases in the place of live ones that failed this visitor; their texts are requested by name. */
  inPlace?: readonly LoadedRelease[];
  /** Requested by a visitor instead of what is live. */
  isPinned?: boolean;
}

/** Something that should be live and cannot be. */
export interface LiveFault {
  /** Whose: `home`, or `home@0123456789ab`. */
  of: string;
  reason: string;
}

/** What is live of one name. */
export interface LiveName {
  name: string;
  /** The live release and the one to fall back to. */
  releases: readonly LoadedRelease[];
  faults: readonly LiveFault[];
}

/** Puts together what is live of each name; no set while no shell has been released. */
export function assembleSet(names: readonly LiveName[]): LiveSet | undefined {
  const { shell: shells = [], ...live } = Object.fromEntries(
    names.map(({ name, releases }) => [name, releases]),
  );
  const [shell, shellBefore] = shells;
  if (!shell) return undefined;
  const sections: LiveSet['sections'] = live;
  const pages = pagesOf(sections);
  const faults = names.flatMap((each) => each.faults);
  const key = keyOf({ shell, sections });
  const texts = mergeTexts({ shell, sections });
  return { key, shell, shellBefore, pages, sections, texts, faults };
}

/**
 * The set for a preview, or for a page that was opened before a deploy. A release that is not in the store
 * (any more) is passed over.
 * @param only the names that nothing stands in for when their release fails
 */
export async function withReleases(
  { find }: Pick<ReleaseCache, 'find'>,
  set: LiveSet,
  refs: readonly ReleaseRef[],
  only: readonly string[] = [],
): Promise<LiveSet> {
  const found = (await Promise.all(refs.map(find))).filter((release) => release !== undefined);
  const shell = found.find(({ name }) => name === 'shell') ?? set.shell;
  // A previewed shell has no fallback: it has to be seen failing.
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
 * The set for a visitor for whom a shell failed: the shell before is in its place, and a section that
 * needs what only the failed one provides has its release before.
 */
export function withoutShell(set: LiveSet, id: string): LiveSet {
  const { shell, shellBefore } = set;
  if (shellBefore?.id === id) return { ...set, shellBefore: undefined };
  if (shell.id !== id || !shellBefore) return set;
  const suited = Object.entries(set.sections).map(([name, releases]) => {
    const suiting = releases.filter((release) => unmetBy(shellBefore, release).length === 0);
    // With none that suits there is nothing better to try.
    return [name, suiting.length > 0 ? suiting : releases] as const;
  });
  const sections = Object.fromEntries(suited);
  const rest = derive(set, { shell: shellBefore, shellBefore: undefined, sections });
  const live = releasesOf(set);
  return { ...rest, inPlace: releasesOf(rest).filter((release) => !live.includes(release)) };
}

/** Derives a set from another: all that follows from its releases is computed anew. */
function derive(
  set: LiveSet,
  parts: Required<Pick<LiveSet, 'shell' | 'shellBefore' | 'sections'>>,
): LiveSet {
  const key = keyOf(parts);
  const isPinned = set.isPinned || key !== set.key;
  const pages = pagesOf(parts.sections);
  return { ...set, ...parts, pages, texts: mergeTexts(parts), key, isPinned };
}

/**
 * The texts of the shell and of every live section, so that a section and its words are swapped in one
 * step. Each section has its own name for them.
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

/** What a section asks for and a shell does not provide in that range, with the version it has, if any. */
export function unmetBy(
  { provides = {} }: Pick<Release, 'provides'>,
  { requires }: Pick<Release, 'requires'>,
) {
  return Object.entries(requires)
    .map(([name, range]) => ({ name, range, version: provides[name] }))
    .filter(({ range, version }) => !version || !semver.satisfies(version, range));
}

/** The pages of the live sections as they say themselves. */
export function pagesOf(sections: LiveSet['sections']): SitePage[] {
  const declared = Object.entries(sections).flatMap(([section, [live]]): SitePage[] =>
    live ? [{ section, ...(live.page ?? defaultPage(section)) }] : [],
  );
  return arrangePages(declared);
}

/** What is below the name of a section is that section's, wherever its own page is. */
export function ownerOfPath(path: string, sections: LiveSet['sections']): string | undefined {
  const [, first = ''] = path.split('/');
  return Object.hasOwn(sections, first) ? first : undefined;
}

const byPath = new WeakMap<object, ReadonlyMap<string, SitePage>>();

/** All pages of a set by their paths, those below the sections' own too; found once, since every visit asks. */
export function pagesByPath(set: Pick<LiveSet, 'pages' | 'sections'>) {
  const known = byPath.get(set);
  if (known) return known;
  const below = set.pages.flatMap((own) =>
    (set.sections[own.section]?.[0]?.pages ?? []).map((page) => ({ ...own, ...page })),
  );
  const pages = new Map<string, SitePage>();
  // Two are at one path only where the owner has forced it: the first stays.
  for (const page of [...set.pages, ...below]) {
    if (!pages.has(page.path)) pages.set(page.path, page);
  }
  byPath.set(set, pages);
  return pages;
}

function keyOf(set: Pick<LiveSet, 'shell' | 'sections'>): string {
  return keyOfReleases(releasesOf(set));
}

/** The live releases of a set, the shell last; those to fall back to are none of them. */
export function releasesOf({ shell, sections }: Pick<LiveSet, 'shell' | 'sections'>) {
  return [...Object.values(sections).flatMap((releases) => releases.slice(0, 1)), shell];
}
