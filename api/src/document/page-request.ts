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

/** A parsed request for a page. Equal keys get the same document. */
export interface PageRequest {
  key: string;
  /** The site's address, such as `https://www.example.com`. */
  origin: string;
  /** The live releases. */
  current: LiveSet;
  /** The releases that the document is made of. */
  set: LiveSet;
  /** The releases that are previewed, such as `home@0123456789ab,blog@0123456789ab`. */
  preview: string | undefined;
  /** The live shell if it failed this visitor; the set has the shell before. */
  lostShell: FailedShell | undefined;
  /** False for a preview and a page that leaves a shell out, whose visits are not counted. */
  isCounted: boolean;
  /** The page at the path, in any spelling; undefined for an unknown path. */
  entry: SitePage | undefined;
  /** The origins that any section may reach: all sections share an origin, so all documents have one policy. */
  granted: Origins;
  language: string;
  /** Whether the address names this language. */
  isLanguageRequested: boolean;
}

/** All that the document of a page is made of. */
export interface Page extends PageRequest {
  owner: KnownOwner | undefined;
  prerendered: DocumentPage | undefined;
  form: FormLocals | undefined;
  /** Finds a text in the visitor's language. */
  text: Lookup;
  title: string;
  description: string;
  /** Whether search engines may list the page; false for an unknown path, a preview and a failed shell. */
  isFindable: boolean;
}

export interface PageSources {
  store: Store;
  live: LiveReleases;
  /**
   * Reads what the owner allows each section; returns the same object until that changes. `all` grants every
   * origin that a live release requests.
   */
  allowances: ((store: Store) => Allowances) | 'all';
  /** The site's address; without it a request can claim any host. */
  publicUrl?: string | undefined;
  log: Log;
}

/** What all requests share until what is live or granted changes. */
export interface CurrentSite {
  set: LiveSet;
  allowances: Allowances | 'all';
  /** By path, including pages below the sections' own. */
  pages: ReadonlyMap<string, SitePage>;
  languages: readonly string[];
  granted: Origins;
  key: string;
}

/**
 * Parses requests for pages: path, language, `?preview=home@<id>,blog@<id>`, and `?without=shell@<id> …`, which
 * the document's script adds when the app does not start.
 */
export function readPageRequests({ store, live, allowances, publicUrl, log }: PageSources) {
  let latest: CurrentSite | undefined;

  /** Undefined while no shell is live. */
  async function current(): Promise<CurrentSite | undefined> {
    const set = await live.current();
    if (!set) return undefined;
    const allowed = allowances === 'all' ? allowances : allowances(store);
    const isSame = latest?.set === set && latest.allowances === allowed;
    if (!latest || !isSame) latest = describeSite(set, allowed);
    return latest;
  }

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

  async function read(request: Request, site: CurrentSite): Promise<PageRequest> {
    const query = readQuery(request.url);
    const previewed = await findPreviews(query);
    const failed = readFailedShell(query, site.set);
    // A preview has no fallback, so that its failure is visible.
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
      isCounted: set === site.set && !preview && !query.has('without'),
      entry,
      granted,
      language,
      isLanguageRequested,
    };
  }

  return { current, read };
}

/** Bounds the look-ups of an invented link. */
const mostPreviewed = 20;

function describeSite(set: LiveSet, allowances: Allowances | 'all'): CurrentSite {
  const { shell, shellBefore, sections, inPlace = [], texts } = set;
  // A section may reach origins that its live release requests and the owner grants.
  const granted = readOrigins(
    Object.values(sections).flatMap(([live]) =>
      listOrigins(
        allowances === 'all'
          ? live?.origins
          : commonOrigins(live?.origins, allowances[live?.name ?? '']?.origins),
      ),
    ),
  );
  const releases = [shell, shellBefore, ...Object.values(sections).flat(), undefined, ...inPlace];
  const key = [...releases.map(nameOf), ...listOrigins(granted)].join(' ');
  return { set, allowances, pages: pagesByPath(set), languages: [...texts.keys()], granted, key };
}

function nameOf(ref: ReleaseRef | undefined): string | undefined {
  return ref && `${ref.name}@${ref.id}`;
}

/** Longer than any path of a page, even encoded; reading 8 kB of slashes is slow. */
const longestPath = 600;

/** Finds the page at a path, even with capitals, encoded letters, or a slash at the end. */
export function findInAnySpelling(pages: CurrentSite['pages'], path: string): SitePage | undefined {
  if (path.length > longestPath) return undefined;
  return pages.get(path) ?? pages.get(readPath(path).toLowerCase());
}

/** A shell that failed a visitor, and the report of its error. */
type FailedShell = ReleaseRef & { report: string };

/** The shell that an address leaves out, if it is the live one or the one before; its report follows a space. */
function readFailedShell(
  query: URLSearchParams,
  { shell, shellBefore }: LiveSet,
): FailedShell | undefined {
  const [named = '', ...words] = query.get('without')?.split(' ') ?? [];
  const ref = parseRef(named);
  const isOne = ref?.name === 'shell' && [shell.id, shellBefore?.id].includes(ref.id);
  return isOne ? { ...ref, report: words.join(' ') } : undefined;
}

/** Adds a page's words in the visitor's language. */
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

/** Parses the query of an address, which may be a path or absolute (RFC 9112 §3.2.2). */
export function readQuery(address: string): URLSearchParams {
  const start = address.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : address.slice(start + 1));
}

/**
 * The language of an answer: that of the address, of the cookie, or of the browser. The app decides in the same
 * order.
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

/** A request with its protocol, which behind a proxy only Express knows. */
type Reached = Pick<IncomingMessage, 'headers'> & { protocol: string };

/** An address that needs no escaping in a document. */
const plainAddress = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * The site's address: PUBLIC_URL, else the request's host. A request can claim any host, so callers must not
 * cache its answer for other hosts. It ignores `X-Forwarded-Host`, as proxies pass on an invented one.
 */
export function siteAddress(request: Reached, publicUrl: string | undefined): string {
  const { host = '' } = request.headers;
  // No host name is longer (RFC 1035 §2.3.4), and a document repeats the address some ten times.
  const claimed = publicUrl ?? `${request.protocol}://${host.slice(0, 256)}`;
  const url = claimed.length > 255 + 'https://'.length ? null : URL.parse(claimed);
  return url && plainAddress.test(url.origin) ? url.origin : 'http://localhost';
}
