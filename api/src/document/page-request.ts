import {
  pageName,
  pageTitle,
  readPath,
  type SitePage,
  wordsIn,
} from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import {
  defaultLanguage,
  type Lookup,
  languageOfAddress,
  lookUp,
  preferredLanguage,
} from '@portfolio/contract/texts.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import {
  type LiveSet,
  pagesByPath,
  withoutShell,
  withReleases,
} from '@portfolio/releases/live/live-set.ts';
import { formatRef, parseRef, parseRefs } from '@portfolio/releases/release/release.ts';
import type { Request } from 'express';
import type { Log } from '../log.ts';
import type { KnownOwner } from './shell-parts.ts';

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

const keys = new WeakMap<LiveSet, string>();

/** Equal keys get equal documents. */
export function keyOfPage(request: PageRequest): string {
  const { set, entry, language, isLanguageRequested, preview, lostShell } = request;
  const { shell, shellBefore, sections } = set;
  let key = keys.get(set);
  if (key === undefined) {
    key = [shell, shellBefore, ...Object.values(sections).flat()]
      .map((ref) => ref && formatRef(ref))
      .join(' ');
    keys.set(set, key);
  }
  return `${key} ${preview} ${lostShell?.id} ${entry?.path} ${language} ${isLanguageRequested}`;
}

export interface PageSources {
  live: LiveReleases;
  log: Log;
}

/** Bounds the look-ups of an invented link. */
const mostPreviewed = 20;

/**
 * Parses requests for pages: path, language, `?preview=home@<id>,blog@<id>`, and `?without=shell@<id>`, which the
 * document's script adds when the app does not start.
 */
export function pageRequestReader({ live, log }: PageSources) {
  return async (request: Request, current: LiveSet): Promise<PageRequest> => {
    const query = readQuery(request.url);
    const { path } = request;
    // Most visits have none.
    if (query.size === 0)
      return {
        set: current,
        entry: findPage(current, path),
        ...readLanguage(request, query, current),
      };
    const previewed = await findPreviews(query);
    // A preview has no fallback, so that its failure is visible.
    const alone = previewed.map(({ name }) => name);
    const wanted = await withReleases(live, current, previewed, alone);
    const leftOut = readLeftOut(query, current);
    const set = leftOut ? withoutShell(wanted, leftOut.id) : wanted;
    // The live shell stays if the one before is left out.
    const isReplaced = set.shell.id !== wanted.shell.id;
    return {
      set,
      entry: findPage(set, path),
      ...readLanguage(request, query, set),
      preview: previewed.map(formatRef).join(',') || undefined,
      lostShell: isReplaced ? leftOut : undefined,
    };
  };

  /** Finds previewed releases, one of each name; ignores those that are not in the store. */
  async function findPreviews(query: URLSearchParams): Promise<ReleaseRef[]> {
    const wanted = query.get('preview');
    const byName = new Map(parseRefs(wanted).map((ref) => [ref.name, ref]));
    const named = [...byName.values()].slice(0, mostPreviewed);
    const found = await Promise.all(named.map(async (ref) => (await live.find(ref)) && ref));
    const refs = found.filter((ref) => ref !== undefined);
    // At a higher level any visitor could fill the log.
    if (wanted !== null && refs.length === 0)
      log.debug({ preview: wanted.slice(0, 80) }, 'This preview names no release and is ignored');
    return refs;
  }
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
  const requested = languageOfAddress(query, offered);
  const cookie = /(?:^|;\s*)language=([\w-]{2,20})/.exec(request.headers.cookie ?? '')?.[1];
  const language =
    requested ??
    offered.find((each) => each === cookie) ??
    preferredLanguage(request.acceptsLanguages(), offered) ??
    defaultLanguage;
  return { language, isLanguageRequested: requested !== undefined };
}

/** No path of a page is longer, even encoded; reading 8 kB of slashes is slow. */
const longestPath = 600;

/** Finds the page at a path, even with capitals, encoded letters, or a slash at the end. */
export function findPage(set: LiveSet, path: string): SitePage | undefined {
  if (path.length > longestPath) return undefined;
  const pages = pagesByPath(set);
  return pages.get(path) ?? pages.get(readPath(path).toLowerCase());
}

/** The shell that an address leaves out, if it is the live one or the one before. */
function readLeftOut(
  query: URLSearchParams,
  { shell, shellBefore }: LiveSet,
): ReleaseRef | undefined {
  const ref = parseRef(query.get('without') ?? '');
  const isKnown = ref?.name === 'shell' && [shell.id, shellBefore?.id].includes(ref.id);
  return isKnown ? ref : undefined;
}

/** A page with its words in the visitor's language. */
export interface DescribedPage extends PageRequest {
  owner: KnownOwner;
  /** The site's address, such as `https://www.example.com`. */
  origin: string;
  /** Finds a text in the visitor's language. */
  text: Lookup;
  title: string;
  description: string;
}

export function describePage(
  request: PageRequest,
  { owner, origin }: Pick<DescribedPage, 'owner' | 'origin'>,
): DescribedPage {
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
