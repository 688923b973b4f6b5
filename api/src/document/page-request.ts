import type { IncomingMessage } from 'node:http';
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
import {
  commonOrigins,
  listOrigins,
  type Origins,
  readOrigins,
} from '@portfolio/releases/release/origins.ts';
import { parseRef, parseRefs } from '@portfolio/releases/release/release.ts';
import type { Allowances } from '@portfolio/releases/store/grants.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Request } from 'express';
import type { FormLocals } from '../contact/contact-calls.ts';
import type { Log } from '../log.ts';
import type { DocumentPage } from './prerendered.ts';
import type { KnownOwner } from './shell-parts.ts';

/** What a request for a page says. Equal keys get the same document. */
export interface PageRequest {
  key: string;
  /** Where the site is reached, such as `https://www.example.com`. */
  origin: string;
  /** What is live at this moment. */
  current: LiveSet;
  /** The releases that the document is made of. */
  set: LiveSet;
  /** The releases that are previewed, such as `home@0123456789ab,blog@0123456789ab`. */
  preview: string | undefined;
  /** The live shell, when it failed this visitor: the set has the one before. */
  lostShell: ReleaseRef | undefined;
  /** False for a preview and for a page that leaves a shell out: they say nothing of what is live. */
  isAsLive: boolean;
  /** The page at the path, in any spelling; none for an unknown path. */
  entry: SitePage | undefined;
  /** What the site's sections may reach beside it: all share one origin, so all documents say the same. */
  granted: Origins;
  language: string;
  /** The address names this very language. */
  isLanguageRequested: boolean;
}

/** A page as one visitor gets it: all that its document is made of. */
export interface Page extends PageRequest {
  owner: KnownOwner | undefined;
  /** What can be read before any script runs, where it was prerendered. */
  prerendered: DocumentPage | undefined;
  /** What became of a message, when the page answers a form that was sent without script. */
  form: FormLocals | undefined;
  /** Looks a text up in the visitor's language. */
  text: Lookup;
  title: string;
  description: string;
  /** Whether search engines may list it: neither unknown paths, nor previews, nor what one visitor gets. */
  isFindable: boolean;
}

/** What requests for pages are read with. */
export interface PageSources {
  store: Store;
  live: LiveReleases;
  /** What the owner allows each section; the same object until it changes. */
  allowances: (store: Store) => Allowances;
  /** Where the site is reached; without it a request can claim any host. */
  publicUrl?: string | undefined;
  log: Log;
}

/** What all requests have in common while the same is live and granted: derived once, read by each. */
export interface CurrentSite {
  set: LiveSet;
  allowances: Allowances;
  /** By path, with those below the sections' own. */
  pages: ReadonlyMap<string, SitePage>;
  languages: readonly string[];
  granted: Origins;
  key: string;
}

/**
 * Reads what requests ask for: path, language, `?preview=home@<id>,blog@<id>`, and `?without=shell@<id> …`, which
 * the document's own script adds when the app does not run.
 */
export function readPageRequests({ store, live, allowances, publicUrl, log }: PageSources) {
  let latest: CurrentSite | undefined;

  /** Nothing while no shell is live. */
  async function current(): Promise<CurrentSite | undefined> {
    const set = await live.current();
    if (!set) return undefined;
    const allowed = allowances(store);
    const isSame = latest?.set === set && latest.allowances === allowed;
    if (!latest || !isSame) latest = describeSite(set, allowed);
    return latest;
  }

  /** What a preview names has to be in the store, one release of a name; anything else is ignored. */
  async function findPreviews(query: URLSearchParams): Promise<ReleaseRef[]> {
    const wanted = query.get('preview');
    const byName = new Map(parseRefs(wanted).map((ref) => [ref.name, ref]));
    const named = [...byName.values()].slice(0, mostPreviewed);
    const found = await Promise.all(named.map(async (ref) => (await live.find(ref)) && ref));
    const refs = found.filter((ref) => ref !== undefined);
    // A line for each request would fill the log.
    if (wanted !== null && refs.length === 0)
      log.debug({ preview: wanted.slice(0, 80) }, 'This preview names no release and is ignored');
    return refs;
  }

  async function read(request: Request, site: CurrentSite): Promise<PageRequest> {
    const query = readQuery(request.url);
    const previewed = await findPreviews(query);
    const [named] = readFailedShell(query) ?? [];
    const failed = named === undefined ? undefined : liveShell(site.set, named);
    // A preview has no fallback: it has to be seen failing.
    const only = previewed.map(({ name }) => name);
    const wanted =
      previewed.length > 0 ? await withReleases(live, site.set, previewed, only) : site.set;
    const set = failed ? withoutShell(wanted, failed.id) : wanted;
    const { pages, languages, granted, key } =
      set === site.set ? site : describeSite(set, site.allowances);
    const lostShell = set.shell.id === wanted.shell.id ? undefined : failed;
    const preview = previewed.map(nameOf).join(',') || undefined;
    const entry = findInAnySpelling(pages, request.path);
    const { language, isLanguageRequested } = readLanguage(request, query, languages);
    const own = [preview, lostShell?.id, entry?.path, language, isLanguageRequested];
    return {
      key: `${key} ${own.join(' ')}`,
      origin: siteAddress(request, publicUrl),
      current: site.set,
      set,
      preview,
      lostShell,
      isAsLive: set === site.set && !preview && !query.has('without'),
      entry,
      granted,
      language,
      isLanguageRequested,
    };
  }

  return { current, read };
}

/** Of a link that someone makes up. */
const mostPreviewed = 20;

function describeSite(set: LiveSet, allowances: Allowances): CurrentSite {
  const { shell, shellBefore, sections, inPlace = [], texts } = set;
  // A section reaches what its live release asks for and its owner grants.
  const granted = readOrigins(
    Object.values(sections).flatMap(([live]) =>
      listOrigins(commonOrigins(live?.origins, allowances[live?.name ?? '']?.origins)),
    ),
  );
  const releases = [shell, shellBefore, ...Object.values(sections).flat(), undefined, ...inPlace];
  const key = [...releases.map(nameOf), ...listOrigins(granted)].join(' ');
  return { set, allowances, pages: pagesByPath(set), languages: [...texts.keys()], granted, key };
}

function nameOf(ref: ReleaseRef | undefined): string | undefined {
  return ref && `${ref.name}@${ref.id}`;
}

/** No path of a page is longer, in capitals or encoded; reading 8 kB of slashes is slow. */
const longestPath = 600;

/** The page at a path, also with capitals, as phones write them, encoded, or with a slash at the end. */
export function findInAnySpelling(pages: CurrentSite['pages'], path: string): SitePage | undefined {
  if (path.length > longestPath) return undefined;
  return pages.get(path) ?? pages.get(readPath(path).toLowerCase());
}

/** The shell that an address leaves out, and after a space what it threw. */
export function readFailedShell(
  query: URLSearchParams,
): [shell: string, report: string] | undefined {
  const [shell = '', ...report] = query.get('without')?.split(' ') ?? [];
  return query.has('without') ? [shell, report.join(' ')] : undefined;
}

/** Only the live shell and the one before it can be left out. */
function liveShell({ shell, shellBefore }: LiveSet, named: string): ReleaseRef | undefined {
  const ref = parseRef(named);
  const isOne = ref?.name === 'shell' && [shell.id, shellBefore?.id].includes(ref.id);
  return isOne ? ref : undefined;
}

/** Finds the words of a page in the visitor's language. */
export function describePage(
  request: PageRequest,
  around: Pick<Page, 'owner' | 'origin' | 'prerendered' | 'form'>,
): Page {
  const { set, language, entry, preview, lostShell } = request;
  const tree = set.texts.get(language);
  const text: Lookup = (path) => lookUp(tree, path);
  return {
    ...request,
    ...around,
    text,
    title: pageTitle(pageName(entry, text, language), around.owner?.name ?? text('site.title')),
    description: entry?.description
      ? wordsIn(entry.description, language)
      : text(entry ? `${entry.section}.document.description` : 'site.description'),
    isFindable: entry !== undefined && preview === undefined && lostShell === undefined,
  };
}

/** What the query of an address says, whether the address is a path or absolute (RFC 9112 §3.2.2). */
export function readQuery(address: string): URLSearchParams {
  const start = address.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : address.slice(start + 1));
}

/**
 * The language of an answer: the one that the address names, that the visitor chose on an earlier
 * page, or that the browser prefers. The app decides in the same order.
 */
export function readLanguage(request: Request, query: URLSearchParams, offered: readonly string[]) {
  const requested = languageOfAddress(query, offered);
  const cookie = /(?:^|;\s*)language=([\w-]{2,20})/.exec(request.headers.cookie ?? '')?.[1];
  const language =
    requested ??
    offered.find((each) => each === cookie) ??
    preferredLanguage(request.acceptsLanguages(), offered) ??
    defaultLanguage;
  return { language, isLanguageRequested: requested !== undefined };
}

/** A request, and the protocol it came by: behind a proxy only Express knows that. */
type Reached = Pick<IncomingMessage, 'headers'> & { protocol: string };

/** In a document such an address needs no escaping. */
const plainAddress = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * Where the site is reached: PUBLIC_URL, else the host that the request was sent to. A request can
 * claim any host, so what is made from it is never kept for another one; `X-Forwarded-Host` is not
 * read, since proxies pass on the one that a visitor makes up.
 */
export function siteAddress(request: Reached, publicUrl: string | undefined): string {
  const { host = '' } = request.headers;
  // It stands in a document some ten times; no name of a machine is longer (RFC 1035 §2.3.4).
  const claimed = publicUrl ?? `${request.protocol}://${host.slice(0, 256)}`;
  const url = claimed.length > 255 + 'https://'.length ? null : URL.parse(claimed);
  return url && plainAddress.test(url.origin) ? url.origin : 'http://localhost';
}
