import {
  type PageBelow,
  pageName,
  pageTitle,
  readPath,
  type SitePage,
  wordsIn,
} from '@portfolio/contract/pages.ts';
import {
  defaultLanguage,
  type Lookup,
  lookUp,
  preferredLanguage,
} from '@portfolio/contract/texts.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import {
  type LiveSet,
  type Owner,
  withoutShell,
  withReleases,
} from '@portfolio/releases/live/live-set.ts';
import {
  formatRef,
  parseRef,
  parseRefs,
  pathOf,
  type ReleaseRef,
} from '@portfolio/releases/release/release.ts';
import type { LoadedRelease } from '@portfolio/releases/store/release-cache.ts';
import type { Request } from 'express';

/** A parsed request for a page. */
export interface PageRequest {
  /** The releases that the document is made of. */
  set: LiveSet;
  /** The page at the path, in any spelling; undefined for an unknown path. */
  entry: SitePage | undefined;
  language: string;
  /** Whether the address names this language. */
  isLanguageRequested: boolean;
  /** The releases that are previewed, such as `home@0123456789ab,blog@0123456789ab`. */
  preview?: string | undefined;
  /** The live shell if it failed this visitor; the set has the shell before. */
  lostShell?: ReleaseRef | undefined;
}

/** Equal keys get equal documents. */
export function keyOfPage(request: PageRequest): string {
  const { set, entry, language, isLanguageRequested, preview, lostShell } = request;
  const { shell, shellBefore, sections } = set;
  const releases = [shell, shellBefore, ...Object.values(sections).flat()];
  const refs = releases.map((ref) => ref && formatRef(ref)).join(' ');
  return `${refs} ${preview} ${lostShell?.id} ${entry?.path} ${language} ${isLanguageRequested}`;
}

/**
 * Parses a request for a page: path, language, `?preview=home@<id>,blog@<id>`, and `?without=shell@<id>`, which the
 * document's script adds when the app does not start.
 */
export async function readPageRequest(
  request: Request,
  current: LiveSet,
  live: LiveReleases,
): Promise<PageRequest> {
  const query = readQuery(request.url);
  const asked = parseRefs(query.get('preview'));
  const wanted = await withReleases(live, current, asked);
  const refs = wanted.key.split(',');
  // Releases that are not in the store are ignored.
  const preview = asked.map(formatRef).filter((ref) => refs.includes(ref));
  const leftOut = parseRef(query.get('without') ?? '');
  const set = leftOut?.name === 'shell' ? withoutShell(wanted, leftOut.id) : wanted;
  // The live shell stays if the one before is left out.
  const isReplaced = set.shell.id !== wanted.shell.id;
  return {
    set,
    entry: findPage(set, request.path),
    ...readLanguage(request, query, set),
    preview: preview.join(',') || undefined,
    lostShell: isReplaced ? leftOut : undefined,
  };
}

/** Parses the query of an address, which may be a path or absolute (RFC 9112 §3.2.2). */
export function readQuery(address: string): URLSearchParams {
  const start = address.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : address.slice(start + 1));
}

/**
 * The language of an answer: that of the address, of the cookie, or of the browser. The app decides in the same
 * order.
 */
export function readLanguage(request: Request, query: URLSearchParams, { texts }: LiveSet) {
  const offered = [...texts.keys()];
  const isOffered = (language: unknown) => offered.find((each) => each === language);
  const requested = isOffered(query.get('language'));
  const language =
    requested ??
    isOffered(/(?:^|;\s*)language=([\w-]{2,20})/.exec(request.headers.cookie ?? '')?.[1]) ??
    preferredLanguage(request.acceptsLanguages(), offered) ??
    defaultLanguage;
  return { language, isLanguageRequested: requested !== undefined };
}

/** Finds the page at a path, even with capitals, encoded letters, or a slash at the end. */
export function findPage(set: LiveSet, path: string): SitePage | undefined {
  return set.byPath.get(path) ?? set.byPath.get(readPath(path).toLowerCase());
}

export type DescribedPage = ReturnType<typeof describePage>;

/** Adds a page's words in the visitor's language. */
export function describePage(request: PageRequest, owner: Owner, origin: string) {
  const { set, language, entry } = request;
  const tree = set.texts.get(language);
  const text: Lookup = (path) => lookUp(tree, path);
  return {
    ...request,
    owner,
    origin,
    text,
    title: pageTitle(pageName(entry, text, language), owner.name),
    description: entry?.description
      ? wordsIn(entry.description, language)
      : text(entry ? `${entry.section}.document.description` : 'site.description'),
  };
}

/** The address of a page. Without a language the visitor's own decides. */
export function pageAddress(origin: string, path: string, language?: string): string {
  return origin + path + (language ? `?language=${language}` : '');
}

/** The posts of a section: its pages with a date, the newest first. */
export function postsOf({ pages = [] }: Pick<LoadedRelease, 'pages'>): PageBelow[] {
  return pages.filter(({ date }) => date);
}

/** The path of a section's feed, such as `/blog/feed.xml`; undefined if it has no posts. */
export function feedPath(release: LoadedRelease): string | undefined {
  return postsOf(release).length > 0 ? `${pathOf(release)}/feed.xml` : undefined;
}
