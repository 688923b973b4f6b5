import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Store } from '@portfolio/releases/store/store.ts';
import { LRUCache } from 'lru-cache';
import type { FormLocals } from '../contact/contact-calls.ts';
import { toDevDocument } from '../development/dev-servers.ts';
import { inSpareTime, type PreparedEncodings, prepareEncodings, tagOf } from '../http/send.ts';
import { documentHeaders, type Inline, integrityPolicy } from './document-headers.ts';
import { findDocumentPage } from './document-page.ts';
import type { FindFrames } from './frames.ts';
import { describePage } from './page.ts';
import type { PageRequest } from './page-request.ts';
import { renderDocument } from './render-document.ts';
import { readShellParts } from './shell-parts.ts';

export interface DocumentSources {
  store: Store;
  publicUrl?: string | undefined;
  /** The addresses of development servers, which add their own scripts to the page. */
  servers: readonly string[] | undefined;
  frames: FindFrames;
}

/** A document with a placeholder for the site's address. */
interface Draft {
  html: string;
  headers: OutgoingHttpHeaders;
  /** The answers made of it, by origin and engine. */
  answers: LRUCache<string, PreparedEncodings>;
}

/** The bound of all drafts: enough for every page in each language, and for some previews. */
const mostBytes = 32_000_000;

/** Answers per document: for WebKit and for others; without PUBLIC_URL for two names of the site each. */
const mostAnswers = { own: 2, claimed: 4 };

/** How long a document without its frame is kept. */
const missingMs = 1000;

/** The placeholder of the site's address; random, so that no text contains it. */
const openAddress = `address-${randomUUID()}`;

/**
 * Makes each document once, as a draft, and the answers of the draft. Without PUBLIC_URL a request can claim any
 * host, so the address is filled in last, and an invented host costs only a copy of the draft.
 */
export function keepDocuments({ store, publicUrl, servers, frames }: DocumentSources) {
  const isDevelopment = servers !== undefined;
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const max = publicUrl ? mostAnswers.own : mostAnswers.claimed;
  const idleQueue = inSpareTime();
  const drafts = new LRUCache<string, Draft, PageRequest>({
    // Otherwise the fetch of an evicted entry rejects.
    ignoreFetchAbort: true,
    maxSize: mostBytes,
    sizeCalculation: ({ html }) => 1000 + Math.ceil(html.length * (1 + 1.3 * max)),
    fetchMethod: async (_key, before, { context, options }) => {
      const { html, headers, isComplete } = await makeDraft(context);
      // A complete draft never expires (0). One without its frame does, as that may follow.
      options.ttl = isComplete ? 0 : missingMs;
      // In development releases change under the same key.
      if (isDevelopment) options.ttl = 1;
      // An unchanged draft keeps its compressed answers.
      return html === before?.html ? before : { html, headers, answers: new LRUCache({ max }) };
    },
  });

  const { connectOrigins } = store;
  const headersOf = (inline: Inline) =>
    documentHeaders(inline, { connectOrigins, isHttps, servers });

  async function makeDraft(request: PageRequest, form?: FormLocals) {
    const { set, entry, language } = request;
    const { template, inline, owner } = await readShellParts(set.shell);
    const around = isDevelopment ? undefined : await frames(set, !set.isPinned);
    const prerendered = await findDocumentPage(set, entry, language, around);
    const page = describePage(request, { owner, origin: openAddress, prerendered, form });
    const rendered = renderDocument(template, inline, page);
    const made = isDevelopment ? toDevDocument(rendered) : rendered;
    const isComplete = prerendered !== undefined;
    return { html: made.html, headers: headersOf(made.inline), isComplete };
  }

  /** Fills in what depends on the request. */
  function complete(
    { html, headers }: Pick<Draft, 'html' | 'headers'>,
    origin: string,
    isWebKit: boolean,
  ) {
    const integrity = isDevelopment || isWebKit ? {} : integrityPolicy;
    const body = Buffer.from(html.replaceAll(openAddress, origin));
    return { body, headers: { ...headers, ...integrity } };
  }

  return {
    async find(requested: PageRequest, request: IncomingMessage): Promise<PreparedEncodings> {
      const { key, origin, set, preview } = requested;
      const { answers, ...draft } = await drafts.forceFetch(key, { context: requested });
      const isWebKit = isOfWebKit(request);
      const answerKey = `${origin} ${isWebKit}`;
      const known = answers.get(answerKey);
      if (known) return known;
      const { body, headers } = complete(draft, origin, isWebKit);
      // The tag is made of the body, as each process has another placeholder.
      const ETag = tagOf(JSON.stringify(headers), body);
      const isOneOfMany = set.isPinned || preview || !publicUrl;
      const answer = prepareEncodings(
        { body, headers: { ...headers, 'Cache-Control': 'no-cache', ETag } },
        isOneOfMany ? idleQueue : undefined,
      );
      answers.set(answerKey, answer);
      return answer;
    },
    /** Makes the answer to a plain form, which is not cached. */
    async answerForm(requested: PageRequest, request: IncomingMessage, form: FormLocals) {
      const draft = await makeDraft(requested, form);
      const { body, headers } = complete(draft, requested.origin, isOfWebKit(request));
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
