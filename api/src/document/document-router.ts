import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { indexPath, readPath } from '@portfolio/contract/pages.ts';
import { findPage, type LiveSet, pagesByPath } from '@portfolio/releases/live/live-set.ts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { FormLocals } from '../contact/contact-calls.ts';
import { toDevDocument } from '../development.ts';
import { isWebKit, readQuery, siteAddress } from '../http/read-request.ts';
import {
  inSpareTime,
  type PreparedEncodings,
  prepareEncodings,
  sendEncoded,
  tagOf,
} from '../http/send.ts';
import type { VisitNotes } from '../rollback/follow-visits.ts';
import { type Asked, type AskedSources, readAsked, withoutIn } from './asked.ts';
import {
  contentPolicy,
  guardingHeaders,
  type Inline,
  integrityPolicy,
} from './document-headers.ts';
import { describePage, partsOf } from './page.ts';
import { missingMs, type PageOf } from './prerendered.ts';
import { renderDocument } from './render-document.ts';

interface Sources extends AskedSources {
  /** Where the site is reached; without it a request can claim any host. */
  publicUrl?: string | undefined;
  /** Development servers are other origins and put scripts of their own into the page. */
  isDevelopment: boolean;
  /** Where the pages that documents carry are looked up. */
  pageOf: PageOf;
  /** Counts the visitors that releases serve and fail. */
  visits: VisitNotes;
  /** Takes a form that is sent without script; if not given, only GET and HEAD are answered. */
  form?: RequestHandler | undefined;
}

const noShell = 'The site has no shell yet. Release one with: npm run deploy -- shell';

/**
 * Every page of the site, made for its route from the live releases. A page has one spelling: an address
 * with capitals, as phones write them, or with letters encoded leads there.
 * @returns what answers at the paths of pages, and what answers at all that nothing else does: with 404
 */
export function documentRouter(sources: Sources): { pages: RequestHandler; others: Router } {
  const { live, visits, form, publicUrl } = sources;
  const ask = readAsked(sources);
  const documents = keepDocuments(sources);
  const router = Router();

  router.get('/', async (request, response) => {
    const set = await live.current();
    redirect(request, response, 302, indexPath(set?.pages ?? []));
  });

  // Not a route pattern: matching one against 8 kB of slashes is slow.
  const answer =
    (isForPages: boolean): RequestHandler =>
    async (request, response, next) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next();
      const { path } = request;
      if (isForPages && !isLivePage(await live.current(), path)) return next();
      // What cannot be read is the client's fault, not an unknown page.
      if (path.includes('%')) decodeURIComponent(path);
      const asked = await ask(request, path);
      if (!asked) return refuse(response);
      const canonical = pagesByPath(asked.set).get(readPath(path).toLowerCase())?.path;
      if (canonical && canonical !== path.replace(/(.)\/$/, '$1'))
        return redirect(request, response, 308, canonical);
      note(asked, request);
      const encodings = await documents.find(asked, request, siteAddress(request, publicUrl));
      await sendEncoded(request, response, encodings, asked.entry ? 200 : 404);
    };

  router.use(answer(false));
  if (form) router.post('/*path', onlyPages, form, answerForm);
  return { pages: answer(true), others: router };

  function redirect(request: Request, response: Response, status: 302 | 308, path: string) {
    // An address may be absolute (RFC 9112 §3.2.2), so its path is no prefix to cut off.
    const query = /\?.*/s.exec(request.url)?.[0] ?? '';
    // Which pages there are changes with a deploy: a browser may keep a 308 for ever.
    response.set({ ...documents.bareHeaders, 'Cache-Control': 'no-cache' });
    response.redirect(status, `${path}${query}`);
  }

  function refuse(response: Response) {
    return response.set(documents.bareHeaders).status(503).type('txt').send(noShell);
  }

  /** Counts a visit for the releases that serve it. */
  function note(asked: Asked, request: Request): void {
    const { lostShell, preview, current, entry, isAsLive } = asked;
    if (isAsLive && entry && request.method === 'GET')
      visits.opened(current, entry.section, String(request.ip));
    if (!lostShell || !isOwnNavigation(request)) return;
    const [, report] = withoutIn(readQuery(request.url)) ?? [];
    visits.failed(current, [lostShell], String(request.ip), !preview, report);
  }

  async function onlyPages(request: Request, _response: Response, next: (way?: 'route') => void) {
    const set = await live.current();
    next(set && findPage(set, request.path) ? undefined : 'route');
  }

  async function answerForm(request: Request, response: Response<unknown, FormLocals>) {
    const asked = await ask(request, request.path);
    if (!asked) return refuse(response);
    const origin = siteAddress(request, publicUrl);
    const encodings = await documents.answerForm(asked, request, origin, response.locals);
    await sendEncoded(request, response, encodings, response.locals.outcome?.status ?? 200);
  }
}

/** No path of a page is longer, in capitals or encoded; reading 8 kB of slashes is slow. */
const longestPath = 600;

function isLivePage(set: LiveSet | undefined, path: string): boolean {
  if (!set || path.length > longestPath) return false;
  return pagesByPath(set).has(readPath(path).toLowerCase());
}

/** Otherwise another site's page could report the shell as failing in the name of its own visitors. */
function isOwnNavigation({ headers }: IncomingMessage): boolean {
  return ['same-origin', undefined].includes(headers['sec-fetch-site'] as string | undefined);
}

/** A document with the site's own address left open, and the answers made of it by who gets which. */
interface Made {
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
 * Makes each document once for all who ask for the same, and keeps it until there is no more room. Where
 * the address of the site is not set, a request can claim any host: so it is written last, and an
 * invented one costs no more than copying the document.
 */
function keepDocuments({ publicUrl, isDevelopment, pageOf }: Sources) {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const max = publicUrl ? mostAnswers.own : mostAnswers.claimed;
  const spare = inSpareTime();
  const documents = new LRUCache<string, Made, Asked>({
    // An entry that is evicted while it is fetched would be rejected.
    ignoreFetchAbort: true,
    maxSize: mostBytes,
    sizeCalculation: ({ html }) => 1000 + Math.ceil(html.length * (1 + 1.3 * max)),
    fetchMethod: async (_key, before, { context, options }) => {
      const { isComplete, ...made } = await make(context);
      // In development the same releases change with their sources; a page may come after its release.
      options.ttl = isDevelopment ? 1 : isComplete ? 0 : missingMs;
      // What is the same as before is compressed already.
      return made.html === before?.html ? before : { ...made, answers: new LRUCache({ max }) };
    },
  });

  async function make(asked: Asked, form?: FormLocals) {
    const { set, entry, language, preview } = asked;
    const { template, inline, owner } = await partsOf(set.shell);
    // A preview has other links, and a badge.
    const prerendered = preview ? undefined : pageOf(set, entry, language);
    const page = describePage(asked, { owner, origin: openAddress, prerendered, form });
    const made = renderDocument(template, inline, page);
    const html = isDevelopment ? toDevDocument(made.html) : made.html;
    const isComplete = Boolean(prerendered || preview);
    return { html, headers: headersOf(made.inline, asked), isComplete };
  }

  function headersOf(inline: Inline, asked?: Asked): OutgoingHttpHeaders {
    const guards = {
      'Content-Security-Policy': contentPolicy(inline, asked?.granted),
      ...guardingHeaders({ isHttps, granted: asked?.granted ?? {} }),
    };
    return {
      ...(isDevelopment ? {} : guards),
      'Content-Type': 'text/html; charset=utf-8',
      Vary: 'Accept-Language, Cookie, Accept-Encoding',
    };
  }

  /** Fills in what depends on who asks. */
  function finish(
    { html, headers }: Pick<Made, 'html' | 'headers'>,
    origin: string,
    ofWebKit: boolean,
  ) {
    const integrity = isDevelopment || ofWebKit ? {} : integrityPolicy;
    const body = Buffer.from(html.replaceAll(openAddress, origin));
    return { body, headers: { ...headers, ...integrity } };
  }

  return {
    /** The document that a request asks for, in both its encodings. */
    async find(asked: Asked, request: IncomingMessage, origin: string): Promise<PreparedEncodings> {
      const made = await documents.forceFetch(asked.key, { context: asked });
      const ofWebKit = isWebKit(request);
      const key = `${origin} ${ofWebKit}`;
      const known = made.answers.get(key);
      if (known) return known;
      const { body, headers } = finish(made, origin, ofWebKit);
      // Of the body, since the placeholder of the address is another one in every process.
      const ETag = tagOf(JSON.stringify(headers), body);
      const isOneOfMany = asked.set.isPinned || asked.preview || !publicUrl;
      const answer = prepareEncodings(
        { body, headers: { ...headers, 'Cache-Control': 'no-cache', ETag } },
        isOneOfMany ? spare : undefined,
      );
      made.answers.set(key, answer);
      return answer;
    },
    /** The page of a visitor who sent its form, never kept. */
    async answerForm(asked: Asked, request: IncomingMessage, origin: string, form: FormLocals) {
      const { body, headers } = finish(await make(asked, form), origin, isWebKit(request));
      return prepareEncodings(
        { body, headers: { ...headers, 'Cache-Control': 'no-store' } },
        spare,
      );
    },
    /** The headers of an answer that brings no document. */
    bareHeaders: headersOf({ scripts: [], styles: [] }),
  };
}
