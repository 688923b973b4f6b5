import { indexPath } from '@portfolio/contract/pages.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { templateFile } from '@portfolio/releases/release/release.ts';
import type { Request, RequestHandler, Response } from 'express';
import type { FormOutcome } from '../contact/contact-calls.ts';
import { readOwner } from '../contact/owner.ts';
import { type Answers, brotli, type Encodings, prepare, sendEncoded } from '../http/answer.ts';
import type { Parts } from '../parts.ts';
import { documentHeaders } from './document-headers.ts';
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
    const described = describePage(request, await readOwner(shell), origin());
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
