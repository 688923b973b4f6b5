import { arrangePages, defaultPage, type SitePage } from '@portfolio/contract/pages.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import semver from 'semver';
import { formatRef, type Release, type ReleaseRef } from '../release/release.ts';
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
  const declared = Object.entries(sections).flatMap(([section, [live]]): SitePage[] =>
    live ? [{ section, ...(live.page ?? defaultPage(section)) }] : [],
  );
  const pages = arrangePages(declared);
  const below = pages.flatMap((own) =>
    (sections[own.section]?.[0]?.pages ?? []).map((page) => ({ ...own, ...page })),
  );
  const byPath = new Map<string, SitePage>();
  // With a preview two pages may be at one path; the first wins.
  for (const page of [...pages, ...below]) byPath.set(page.path, byPath.get(page.path) ?? page);
  const texts = new Map<string, TextTree>();
  // Those of a section are below its name, so that a section and its texts change in one step.
  for (const language of Object.keys(shell.texts).sort())
    texts.set(language, Object.assign({}, ...releases.map((each) => each.texts[language] ?? {})));
  return { ...parts, key, pages, byPath, texts };
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
  return { ...derived, isPinned: set.isPinned || derived.key !== set.key };
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

/** A section owns the paths below its name, wherever its own page is. */
export function ownerOfPath(path: string, sections: LiveSet['sections']): string | undefined {
  const [, first = ''] = path.split('/');
  return Object.hasOwn(sections, first) ? first : undefined;
}

/** The live releases of a set without fallbacks, the shell last. */
export function releasesOf({ shell, sections }: Pick<LiveSet, 'shell' | 'sections'>) {
  return [...Object.values(sections).flatMap((releases) => releases.slice(0, 1)), shell];
}
