import type { SitePage } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { type LiveSet, withoutShell, withReleases } from '@portfolio/releases/live/live-set.ts';
import { formatRef, parseRef, parseRefs } from '@portfolio/releases/release/release.ts';
import type { Request } from 'express';
import { readLanguage, readQuery, siteAddress } from '../http/read-request.ts';
import type { Log } from '../log.ts';
import { describeSite, findInAnySpelling, type Site, type SiteSources } from './current-site.ts';

/** A parsed request for a page. Equal keys get the same document. */
export interface PageRequest {
  key: string;
  /** The site's address, such as `https://www.example.com`. */
  origin: string;
  /** The releases that the document is made of. */
  set: LiveSet;
  /** The releases that are previewed, such as `home@0123456789ab,blog@0123456789ab`. */
  preview: string | undefined;
  /** The live shell if it failed this visitor; the set has the shell before. */
  lostShell: ReleaseRef | undefined;
  /** The page at the path, in any spelling; undefined for an unknown path. */
  entry: SitePage | undefined;
  language: string;
  /** Whether the address names this language. */
  isLanguageRequested: boolean;
}

export interface PageSources extends SiteSources {
  /** The site's address; without it a request can claim any host. */
  publicUrl?: string | undefined;
  log: Log;
}

/** Bounds the look-ups of an invented link. */
const mostPreviewed = 20;

/**
 * Parses requests for pages: path, language, `?preview=home@<id>,blog@<id>`, and `?without=shell@<id>`, which the
 * document's script adds when the app does not start.
 */
export function pageRequestReader({ live, publicUrl, log }: PageSources) {
  return async (request: Request, site: Site): Promise<PageRequest> => {
    const query = readQuery(request.url);
    const previewed = await findPreviews(query);
    // A preview has no fallback, so that its failure is visible.
    const alone = previewed.map(({ name }) => name);
    const wanted = await withReleases(live, site.set, previewed, alone);
    const leftOut = readLeftOut(query, site.set);
    const set = leftOut ? withoutShell(wanted, leftOut.id) : wanted;
    // The live shell stays if the one before is left out.
    const isReplaced = set.shell.id !== wanted.shell.id;
    const lostShell = isReplaced ? leftOut : undefined;
    const { pages, languages, key } = set === site.set ? site : describeSite(set);
    const preview = previewed.map(formatRef).join(',') || undefined;
    const entry = findInAnySpelling(pages, request.path);
    const { language, isLanguageRequested } = readLanguage(request, query, languages);
    const own = [preview, lostShell?.id, entry?.path, language, isLanguageRequested];
    return {
      key: `${key} ${own.join(' ')}`,
      origin: siteAddress(request, publicUrl),
      set,
      preview,
      lostShell,
      entry,
      language,
      isLanguageRequested,
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

/** The shell that an address leaves out, if it is the live one or the one before. */
function readLeftOut(
  query: URLSearchParams,
  { shell, shellBefore }: LiveSet,
): ReleaseRef | undefined {
  const ref = parseRef(query.get('without') ?? '');
  const isKnown = ref?.name === 'shell' && [shell.id, shellBefore?.id].includes(ref.id);
  return isKnown ? ref : undefined;
}
