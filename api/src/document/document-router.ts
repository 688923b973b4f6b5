import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { indexPath } from '@portfolio/contract/pages.ts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { FormLocals } from '../contact/contact-calls.ts';
import { toDevDocument } from '../development/dev-servers.ts';
import {
  inSpareTime,
  type PreparedEncodings,
  prepareEncodings,
  sendEncoded,
  tagOf,
} from '../http/send.ts';
import type { VisitRecorder } from '../rollback/follow-visits.ts';
import { documentHeaders, type Inline, integrityPolicy } from './document-headers.ts';
import {
  describePage,
  findInAnySpelling,
  type PageRequest,
  type PageSources,
  readFailedShell,
  readPageRequests,
  readQuery,
} from './page-request.ts';
import { missingMs, type PageOf } from './prerendered.ts';
import { renderDocument } from './render-document.ts';
import { readShellParts } from './shell-parts.ts';

interface DocumentSources extends PageSources {
  /** Development servers are other origins and put scripts of their own into the page. */
  isDevelopment: boolean;
  /** Where the pages that documents carry are looked up. */
  pageOf: PageOf;
  /** Counts the visitors that releases serve and fail. */
  visits: VisitRecorder;
  /** Takes a form that is sent without script; if not given, only GET and HEAD are answered. */
  form?: RequestHandler | undefined;
}

const noShell = 'The site has no shell yet. Release one with: npm run deploy -- shell';

/**
 * Every page of the site, made for its route from the live releases. A page has one spelling: an address
 * with capitals, as phones write them, or with letters encoded leads there.
 * @returns what answers at the paths of pages, and what answers at all that nothing else does: with 404
 */
export function documentRouter(sources: DocumentSources): {
  pages: RequestHandler;
  others: Router;
} {
  const { visits, form } = sources;
  const requests = readPageRequests(sources);
  const documents = keepDocuments(sources);
  const others = Router();

  others.get('/', async (request, response) => {
    const site = await requests.current();
    redirect(request, response, 302, indexPath(site?.set.pages ?? []));
  });
  others.use((request, response, next) => answer(request, response, next, true));
  // Not a route pattern for pages: matching one against 8 kB of slashes is slow.
  if (form) others.post('/*path', onlyPages, form, answerForm);
  return { pages: (request, response, next) => answer(request, response, next, false), others };

  async function answer(
    request: Request,
    response: Response,
    next: () => void,
    isLast: boolean,
  ): Promise<unknown> {
    const { method, path } = request;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const address = workingAddress(request);
    if (address) return redirect(request, response, 307, `${address}${path}`);
    const site = await requests.current();
    const isPage = site && findInAnySpelling(site.pages, path);
    if (!isLast && !isPage) return next();
    if (!site) return refuse(response);
    const requested = await requests.read(request, site);
    const { entry } = requested;
    const ownPath = entry?.path ?? path;
    const isOwnSpelling = path === ownPath || path === `${ownPath}/`;
    if (!isOwnSpelling) return redirect(request, response, 308, ownPath);
    record(requested, request);
    const encodings = await documents.find(requested, request);
    return sendEncoded(request, response, encodings, entry ? 200 : 404);
  }

  function redirect(request: Request, response: Response, status: 302 | 307 | 308, path: string) {
    // An address may be absolute (RFC 9112 §3.2.2), so its path is no prefix to cut off.
    const query = /\?.*/s.exec(request.url)?.[0] ?? '';
    // Which pages there are changes with a deploy: a browser may keep a 308 for ever.
    response.set({ ...documents.bareHeaders, 'Cache-Control': 'no-cache' });
    response.redirect(status, `${path}${query}`);
  }

  function refuse(response: Response) {
    return response.set(documents.bareHeaders).status(503).type('txt').send(noShell);
  }

  /** Counts a visit for the releases that serve it, or the failure that the address reports. */
  function record(requested: PageRequest, { method, ip, headers, url }: Request): void {
    const { lostShell, preview, current, entry, isAsLive } = requested;
    const isVisit = isAsLive && method === 'GET';
    if (isVisit && entry) visits.opened(current, entry.section, String(ip));
    // Another site's page could report the shell as failing in the name of its own visitors.
    const isOwnNavigation = (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
    if (!lostShell || !isOwnNavigation) return;
    const [, report] = readFailedShell(readQuery(url)) ?? [];
    visits.failed(current, [lostShell], String(ip), !preview, report);
  }

  async function onlyPages(request: Request, _response: Response, next: (way?: 'route') => void) {
    const site = await requests.current();
    next(site && findInAnySpelling(site.pages, request.path) ? undefined : 'route');
  }

  async function answerForm(request: Request, response: Response<unknown, FormLocals>) {
    const site = await requests.current();
    if (!site) return refuse(response);
    const requested = await requests.read(request, site);
    const encodings = await documents.answerForm(requested, request, response.locals);
    await sendEncoded(request, response, encodings, response.locals.outcome?.status ?? 200);
  }
}

/** On the name localhost a page calls port 5037: where the site has another, it works by its number alone. */
function workingAddress({ protocol, headers }: Request): string | undefined {
  const [, port] = /^localhost((?::\d+)?)$/.exec(headers.host ?? '') ?? [];
  const isElsewhere = port !== undefined && port !== ':5037' && protocol === 'http';
  return isElsewhere ? `http://127.0.0.1${port}` : undefined;
}

/** A document with the site's own address left open, and the answers made of it by who gets which. */
interface KeptDocument {
  html: string;
  headers: OutgoingHttpHeaders;
  answers: LRUCache<string, PreparedEncodings>;
}

/** Room for every page in each language, and for some previews. */
const mostBytes = 32_000_000;

/** Of one document: for WebKit and for all others; without PUBLIC_URL under the two names a site may have. */
const mostAnswers = { own: 2, claimed: 4 };

/** Placeholder of the site's address; random, so that no text contains it. */
const openAddress = `address-${randomUUID()}`;

/**
 * Makes each document once for all requests of the same key, and keeps it until there is no more room. Where
 * the address of the site is not set, a request can claim any host: so it is written last, and an
 * invented one costs no more than copying the document.
 */
function keepDocuments({ publicUrl, isDevelopment, pageOf }: DocumentSources) {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const max = publicUrl ? mostAnswers.own : mostAnswers.claimed;
  const idleQueue = inSpareTime();
  const documents = new LRUCache<string, KeptDocument, PageRequest>({
    // An entry that is evicted while it is fetched would be rejected.
    ignoreFetchAbort: true,
    maxSize: mostBytes,
    sizeCalculation: ({ html }) => 1000 + Math.ceil(html.length * (1 + 1.3 * max)),
    fetchMethod: async (_key, before, { context, options }) => {
      const { isComplete, ...made } = await make(context);
      // A complete document never expires (0). One without its prerendered page does: that may be made later.
      options.ttl = isComplete ? 0 : missingMs;
      // The same releases change with their sources.
      if (isDevelopment) options.ttl = 1;
      // The answers of an unchanged document are compressed already.
      return made.html === before?.html ? before : { ...made, answers: new LRUCache({ max }) };
    },
  });

  const headersOf = (inline: Inline, { granted }: Partial<PageRequest> = {}) =>
    documentHeaders(inline, { granted, isHttps, isDevelopment });

  async function make(request: PageRequest, form?: FormLocals) {
    const { set, entry, language, preview } = request;
    const { template, inline, owner } = await readShellParts(set.shell);
    // A preview has other links, and a badge.
    const prerendered = preview ? undefined : pageOf(set, entry, language);
    const page = describePage(request, { owner, origin: openAddress, prerendered, form });
    const made = renderDocument(template, inline, page);
    const html = isDevelopment ? toDevDocument(made.html) : made.html;
    const isComplete = Boolean(prerendered || preview);
    return { html, headers: headersOf(made.inline, request), isComplete };
  }

  /** Fills in what depends on who makes the request. */
  function finish(
    { html, headers }: Pick<KeptDocument, 'html' | 'headers'>,
    origin: string,
    isWebKit: boolean,
  ) {
    const integrity = isDevelopment || isWebKit ? {} : integrityPolicy;
    const body = Buffer.from(html.replaceAll(openAddress, origin));
    return { body, headers: { ...headers, ...integrity } };
  }

  return {
    /** The document of a request, in both its encodings. */
    async find(requested: PageRequest, request: IncomingMessage): Promise<PreparedEncodings> {
      const { key, origin, set, preview } = requested;
      const made = await documents.forceFetch(key, { context: requested });
      const isWebKit = isOfWebKit(request);
      const answerKey = `${origin} ${isWebKit}`;
      const known = made.answers.get(answerKey);
      if (known) return known;
      const { body, headers } = finish(made, origin, isWebKit);
      // Of the body, since the placeholder of the address is another one in every process.
      const ETag = tagOf(JSON.stringify(headers), body);
      const isOneOfMany = set.isPinned || preview || !publicUrl;
      const answer = prepareEncodings(
        { body, headers: { ...headers, 'Cache-Control': 'no-cache', ETag } },
        isOneOfMany ? idleQueue : undefined,
      );
      made.answers.set(answerKey, answer);
      return answer;
    },
    /** The page of a visitor who sent its form, never kept. */
    async answerForm(requested: PageRequest, request: IncomingMessage, form: FormLocals) {
      const made = await make(requested, form);
      const { body, headers } = finish(made, requested.origin, isOfWebKit(request));
      return prepareEncodings(
        { body, headers: { ...headers, 'Cache-Control': 'no-store' } },
        idleQueue,
      );
    },
    /** The headers of an answer that brings no document. */
    bareHeaders: headersOf({ scripts: [], styles: [] }),
  };
}

/**
 * Under an integrity policy WebKit refuses every preload, whatever its hash, and asks for the section
 * only when the shell has run. The hashes themselves hold there too.
 */
function isOfWebKit({ headers }: IncomingMessage): boolean {
  return /AppleWebKit(?!.*Chrom)/.test(headers['user-agent'] ?? '');
}
