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
  /** Development servers are other origins, and add their own scripts to the page. */
  isDevelopment: boolean;
  /** Finds prerendered pages. */
  pageOf: PageOf;
  visits: VisitRecorder;
  /** Accepts a plain form; without it only GET and HEAD are answered. */
  form?: RequestHandler | undefined;
}

const noShell = 'The site has no shell yet. Release one with: npm run deploy -- shell';

/**
 * Answers with documents, made for their route from the live releases. Addresses with capitals, as phones write
 * them, or with encoded letters are redirected to the page's own spelling.
 * @returns `pages` for known paths, and `others` for the last place among the routes, which answers 404
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
  // `onlyPages` instead of a pattern of the paths: matching one against 8 kB of slashes is slow.
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
    // An address may be absolute (RFC 9112 §3.2.2), so its path may be no prefix.
    const query = /\?.*/s.exec(request.url)?.[0] ?? '';
    // Browsers may cache a 308 for ever, but a deploy may change the pages.
    response.set({ ...documents.bareHeaders, 'Cache-Control': 'no-cache' });
    response.redirect(status, `${path}${query}`);
  }

  function refuse(response: Response) {
    return response.set(documents.bareHeaders).status(503).type('txt').send(noShell);
  }

  /** Records a visit of the releases, or the failure that the address reports. */
  function record(requested: PageRequest, { method, ip, headers, url }: Request): void {
    const { lostShell, preview, current, entry, isAsLive } = requested;
    const isVisit = isAsLive && method === 'GET';
    if (isVisit && entry) visits.opened(current, entry.section, String(ip));
    // Links on another site could make its visitors report failures.
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

/** On the host localhost pages call port 5037, so on another port they work only by IP address. */
function workingAddress({ protocol, headers }: Request): string | undefined {
  const [, port] = /^localhost((?::\d+)?)$/.exec(headers.host ?? '') ?? [];
  const isElsewhere = port !== undefined && port !== ':5037' && protocol === 'http';
  return isElsewhere ? `http://127.0.0.1${port}` : undefined;
}

/** A document with a placeholder for the site's address, and the answers made of it, by origin and engine. */
interface KeptDocument {
  html: string;
  headers: OutgoingHttpHeaders;
  answers: LRUCache<string, PreparedEncodings>;
}

/** Enough for every page in each language, and for some previews. */
const mostBytes = 32_000_000;

/** Answers per document: for WebKit and for others; without PUBLIC_URL for two names of the site each. */
const mostAnswers = { own: 2, claimed: 4 };

/** The placeholder of the site's address; random, so that no text contains it. */
const openAddress = `address-${randomUUID()}`;

/**
 * Caches documents by key. Without PUBLIC_URL a request can claim any host, so the address is filled in last,
 * and an invented host costs only a copy of the document.
 */
function keepDocuments({ publicUrl, isDevelopment, pageOf }: DocumentSources) {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const max = publicUrl ? mostAnswers.own : mostAnswers.claimed;
  const idleQueue = inSpareTime();
  const documents = new LRUCache<string, KeptDocument, PageRequest>({
    // Otherwise the fetch of an evicted entry rejects.
    ignoreFetchAbort: true,
    maxSize: mostBytes,
    sizeCalculation: ({ html }) => 1000 + Math.ceil(html.length * (1 + 1.3 * max)),
    fetchMethod: async (_key, before, { context, options }) => {
      const { isComplete, ...made } = await make(context);
      // A complete document never expires (0). One without its prerendered page does, as the page may follow.
      options.ttl = isComplete ? 0 : missingMs;
      // In development releases change under the same key.
      if (isDevelopment) options.ttl = 1;
      // An unchanged document keeps its compressed answers.
      return made.html === before?.html ? before : { ...made, answers: new LRUCache({ max }) };
    },
  });

  const headersOf = (inline: Inline, { granted }: Partial<PageRequest> = {}) =>
    documentHeaders(inline, { granted, isHttps, isDevelopment });

  async function make(request: PageRequest, form?: FormLocals) {
    const { set, entry, language, preview } = request;
    const { template, inline, owner } = await readShellParts(set.shell);
    // A preview has other links than the prerendered page, and a badge.
    const prerendered = preview ? undefined : pageOf(set, entry, language);
    const page = describePage(request, { owner, origin: openAddress, prerendered, form });
    const made = renderDocument(template, inline, page);
    const html = isDevelopment ? toDevDocument(made.html) : made.html;
    const isComplete = Boolean(prerendered || preview);
    return { html, headers: headersOf(made.inline, request), isComplete };
  }

  /** Fills in what depends on the request. */
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
    /** Finds or makes the document of a request. */
    async find(requested: PageRequest, request: IncomingMessage): Promise<PreparedEncodings> {
      const { key, origin, set, preview } = requested;
      const made = await documents.forceFetch(key, { context: requested });
      const isWebKit = isOfWebKit(request);
      const answerKey = `${origin} ${isWebKit}`;
      const known = made.answers.get(answerKey);
      if (known) return known;
      const { body, headers } = finish(made, origin, isWebKit);
      // The tag is made of the body, as each process has another placeholder.
      const ETag = tagOf(JSON.stringify(headers), body);
      const isOneOfMany = set.isPinned || preview || !publicUrl;
      const answer = prepareEncodings(
        { body, headers: { ...headers, 'Cache-Control': 'no-cache', ETag } },
        isOneOfMany ? idleQueue : undefined,
      );
      made.answers.set(answerKey, answer);
      return answer;
    },
    /** Makes the answer to a plain form, which is not cached. */
    async answerForm(requested: PageRequest, request: IncomingMessage, form: FormLocals) {
      const made = await make(requested, form);
      const { body, headers } = finish(made, requested.origin, isOfWebKit(request));
      return prepareEncodings(
        { body, headers: { ...headers, 'Cache-Control': 'no-store' } },
        idleQueue,
      );
    },
    /** The headers of an answer without a document. */
    bareHeaders: headersOf({ scripts: [], styles: [] }),
  };
}

/**
 * With an integrity policy WebKit refuses every preload, whatever its hash, and fetches the section only after
 * the shell has run. It checks the hashes without the policy too.
 */
function isOfWebKit({ headers }: IncomingMessage): boolean {
  return /AppleWebKit(?!.*Chrom)/.test(headers['user-agent'] ?? '');
}
