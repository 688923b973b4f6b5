import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { indexPath } from '@portfolio/contract/pages.ts';
import { type LiveSet, readOwner } from '@portfolio/releases/live/live-set.ts';
import { templateFile } from '@portfolio/releases/release/release.ts';
import type { Request, RequestHandler, Response } from 'express';
import type { FormOutcome } from '../contact/contact-calls.ts';
import { type Answers, brotli, type Encodings, prepare, sendEncoded } from '../http/answer.ts';
import type { Parts } from '../parts.ts';
import { keepFrames } from './frames.ts';
import {
  describePage,
  findPage,
  keyOfPage,
  type PageRequest,
  readPageRequest,
} from './page-request.ts';
import { renderDocument } from './render-document.ts';

const noShell = 'The site has no shell yet. Release one with: npx portfolio deploy shell';

/** How long a document without its frame is kept, as that may follow. */
const missingMs = 1000;

/**
 * Makes documents of live releases, each once: those of the live set before it is served, others at their first visit.
 */
export function openDocuments(parts: Parts, answers: Answers) {
  const { live, log, origin, devServers } = parts;
  const frame = keepFrames(log);
  let latest: { set: LiveSet; made: Promise<unknown> } | undefined;

  /** @param form the outcome of a plain form, whose answer is not kept */
  async function make(request: PageRequest, form?: FormOutcome): Promise<Encodings> {
    const { shell } = request.set;
    const described = describePage(request, await readOwner(request.set), origin);
    const prerendered = await frame(request);
    const template = String(await shell.read(templateFile));
    const { html, around } = renderDocument(template, { ...described, prerendered, form });
    const caching = { 'Cache-Control': form ? 'no-store' : 'no-cache' };
    const headers = { ...documentHeaders(around, parts), ...caching };
    const tagged = form ? undefined : JSON.stringify(headers) + html;
    const level = form || request.set.isPinned ? brotli.fast : brotli.best;
    const document = await prepare(html, headers, level, tagged);
    return prerendered ? document : { ...document, ttl: missingMs };
  }

  const find = (requested: PageRequest) => answers(keyOfPage(requested), () => make(requested));

  /** Makes the main pages in each language, and the page for unknown paths. */
  function makeAhead(set: LiveSet): Promise<unknown> {
    const made = [...set.pages, undefined].flatMap((entry) =>
      [...set.texts.keys()].map((language) =>
        find({ set, entry, language, isLanguageRequested: false }),
      ),
    );
    return Promise.all(made);
  }

  /** The live set, once its documents are made; undefined without a shell. */
  async function current(): Promise<LiveSet | undefined> {
    const set = await live.current();
    if (!set || devServers) return set;
    if (latest?.set !== set) {
      const made = makeAhead(set).catch(({ stack: reason }: Error) =>
        log.error({ reason }, 'A document cannot be made ahead'),
      );
      latest = { set, made };
    }
    await latest.made;
    return set;
  }

  /**
   * Answers with the document of a path. Addresses with capitals, as phones write them, or with encoded letters are
   * redirected to the page's own spelling.
   */
  const answer: RequestHandler = async (request, response) => {
    const set = await current();
    const { path } = request;
    const address = workingAddress(request);
    if (address) return redirect(request, response, 307, `${address}${path}`);
    if (!set) return refuse(response);
    if (path === '/') return redirect(request, response, 302, indexPath(set.pages));
    const requested = await readPageRequest(request, set, live);
    const { entry } = requested;
    const ownPath = entry?.path ?? path;
    const isOwnSpelling = path === ownPath || path === `${ownPath}/`;
    if (!isOwnSpelling) return redirect(request, response, 308, ownPath);
    return sendEncoded(request, response, await find(requested), entry ? 200 : 404);
  };

  /** Answers a plain form, whose outcome is in `response.locals`, with the document of its page. */
  const answerForm: RequestHandler = async (request, response) => {
    const set = await current();
    if (!set) return refuse(response);
    const outcome: FormOutcome = response.locals.outcome;
    const document = await make(await readPageRequest(request, set, live), outcome);
    return sendEncoded(request, response, document, outcome.status);
  };

  /** Leaves other paths to other routes. */
  const onlyPages: RequestHandler = async ({ path }, _response, next) => {
    const set = await current();
    next(set && findPage(set, path) ? undefined : 'route');
  };

  return { current, answer, answerForm, onlyPages };
}

function redirect(request: Request, response: Response, status: 302 | 307 | 308, path: string) {
  // An address may be absolute (RFC 9112 §3.2.2), so its path may be no prefix.
  const query = /\?.*/s.exec(request.url)?.[0] ?? '';
  // Browsers may cache a 308 for ever, but a deploy may change the pages.
  response.set('Cache-Control', 'no-cache');
  response.redirect(status, `${path}${query}`);
}

function refuse(response: Response) {
  return response.status(503).type('txt').send(noShell);
}

/** A page of the host localhost calls the API at port 5037, so a site at another port works only by IP address. */
function workingAddress({ protocol, headers }: Request): string | undefined {
  const [, port] = /^localhost((?::\d+)?)$/.exec(headers.host ?? '') ?? [];
  const isElsewhere = port !== undefined && port !== ':5037' && protocol === 'http';
  return isElsewhere ? `http://127.0.0.1${port}` : undefined;
}

const self = "'self'";
const none = "'none'";

/**
 * The content security policy of a document: only the site's own resources, and those of CONNECT_ORIGINS: all
 * sections share an origin, so all documents have one policy. Inline scripts and styles are allowed by hash, so that
 * equal documents have equal headers. styled-components appends an empty style and fills it by `insertRule`, which
 * policies ignore.
 */
function contentPolicy(html: string, origins: readonly string[]): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': [none],
    'script-src': [self, ...inlineOf('script', html).map(sourceOf)],
    'style-src-elem': [...inlineOf('style', html), ''].map(sourceOf),
    // Allows React's `style={{…}}` in prerendered pages: an attribute styles only its own element.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': [self, ...origins],
    'font-src': [self],
    'connect-src': [self, ...origins],
    'manifest-src': [self],
    'base-uri': [none],
    'form-action': [self],
    'frame-ancestors': [none],
    // Scripts cannot make code or markup of a string.
    'require-trusted-types-for': ["'script'"],
    // The shell's own: a worker is made from a script of a release, and from nothing else.
    'trusted-types': ['default'],
  };
  if (origins.length > 0) Object.assign(directives, { 'frame-src': origins, 'media-src': origins });
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join(';');
}

/** The inline scripts or styles of a document, import maps included; JSON is only data. */
function inlineOf(kind: 'script' | 'style', html: string): string[] {
  const elements = html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs);
  return [...elements].flatMap(([, tag, attributes = '', content = '']) => {
    const isData = /\btype="application\/json"|\ssrc=/.test(attributes);
    return tag === kind && !isData ? [content] : [];
  });
}

function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

/** The headers of a document, whose scripts and styles are those of `html`. */
export function documentHeaders(
  html: string,
  { store, origin, devServers }: Pick<Parts, 'store' | 'origin' | 'devServers'>,
): OutgoingHttpHeaders {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Language, Cookie, Accept-Encoding',
  };
  // Development servers run scripts of their own.
  if (devServers) return headers;
  const guarded: OutgoingHttpHeaders = {
    ...headers,
    'Content-Security-Policy': contentPolicy(html, store.connectOrigins),
    // Pages of other sites cannot load the document into their own process.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Other sites get the origin of a link, but neither its path nor its query.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
  // After a visit by HTTPS no network can impersonate the site by plain HTTP. `includeSubDomains` is left to
  // the owner's proxy, as subdomains may have no HTTPS.
  if (/^https/.test(origin)) guarded['Strict-Transport-Security'] = 'max-age=31536000';
  return guarded;
}
