import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { FormLocals } from '../contact/contact-calls.ts';
import { toDevDocument } from '../development.ts';
import { isWebKit } from '../http/read-request.ts';
import { inSpareTime, type PreparedEncodings, prepareEncodings, tagOf } from '../http/send.ts';
import type { Asked } from './asked.ts';
import { contentPolicy, guardingHeaders, type Inline } from './document-headers.ts';
import { describePage } from './page.ts';
import { missingMs, type PageOf } from './prerendered.ts';
import { renderDocument } from './render-document.ts';
import { partsOf } from './shell-parts.ts';

/** What of the configuration documents depend on. */
export interface DocumentOptions {
  /** Where the site is reached; without it a request can claim any host. */
  publicUrl?: string | undefined;
  /** Development servers are other origins and put scripts of their own into the page. */
  isDevelopment: boolean;
  /** Where the pages that documents carry are looked up. */
  pageOf: PageOf;
}

/** A document with the site's own address left open. */
interface Made {
  html: string;
  headers: OutgoingHttpHeaders;
  /** How long it may be kept: a page may come some seconds after its release. */
  ttl: number;
}

/** What an answer depends on; the document itself not on the address of the site. */
interface Wanted {
  asked: Asked;
  isOfWebKit: boolean;
  origin: string;
}

/**
 * Room for every page in each language, and for some previews. Less without PUBLIC_URL, where any host
 * can be claimed.
 */
const mostBytes = { own: 16_000_000, claimed: 4_000_000 };

/** Placeholder of the site's address; random, so that no text contains it. */
const openAddress = `address-${randomUUID()}`;

const nothing: Inline = { scripts: [], styles: [] };

/**
 * Makes each document once for all who ask for the same, and keeps it until there is no more room. Where
 * the address of the site is not set, a request can claim any host: so it is written last, and an
 * invented one costs no more than copying the document.
 */
export function keepDocuments({ publicUrl, isDevelopment, pageOf }: DocumentOptions) {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const spare = inSpareTime();
  // An entry that is evicted while it is fetched would be rejected.
  const ignoreFetchAbort = true;
  const documents = new LRUCache<string, Made, Wanted>({
    ignoreFetchAbort,
    maxSize: mostBytes.own,
    sizeCalculation: ({ html }) => 1000 + html.length,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const made = await make(context);
      options.ttl = made.ttl;
      return made;
    },
  });
  const answers = new LRUCache<string, PreparedEncodings, Wanted>({
    ignoreFetchAbort,
    maxSize: publicUrl ? mostBytes.own : mostBytes.claimed,
    sizeCalculation: ({ plain }) => 1000 + Math.ceil(1.3 * plain.body.length),
    fetchMethod: async (_key, _stale, { context, options }) => {
      const { asked, isOfWebKit, origin } = context;
      const made = await documents.forceFetch(`${asked.key} ${isOfWebKit}`, { context });
      options.ttl = made.ttl;
      const body = bodyOf(made, origin);
      // Of the body, since the placeholder of the address is another one in every process.
      const ETag = tagOf(JSON.stringify(made.headers), body);
      const headers = { ...made.headers, 'Cache-Control': 'no-cache', ETag };
      const isOneOfMany = asked.set.isPinned || asked.preview || !publicUrl;
      return prepareEncodings({ body, headers }, isOneOfMany ? spare : undefined);
    },
  });

  async function make({ asked, isOfWebKit }: Wanted, form?: FormLocals): Promise<Made> {
    const { set, entry, language, preview } = asked;
    const { template, inline, owner } = await partsOf(set.shell);
    // A preview has other links, and a badge.
    const prerendered = preview ? undefined : await pageOf(set, entry, language);
    const page = describePage(asked, { owner, origin: openAddress, prerendered, form });
    const made = renderDocument(template, inline, page);
    const html = isDevelopment ? toDevDocument(made.html) : made.html;
    // In development the same releases change with their sources.
    const ttl = isDevelopment ? 1 : prerendered || preview ? 0 : missingMs;
    return { html, headers: headersOf(isOfWebKit, made.inline, asked), ttl };
  }

  function headersOf(isOfWebKit: boolean, inline: Inline, asked?: Asked): OutgoingHttpHeaders {
    const isApart = asked?.apart !== undefined;
    const guards = {
      'Content-Security-Policy': contentPolicy(inline, asked?.granted),
      ...guardingHeaders({ isHttps, isWebKit: isOfWebKit, isApart }),
    };
    return {
      ...(isDevelopment ? {} : guards),
      'Content-Type': 'text/html; charset=utf-8',
      Vary: 'Accept-Language, Cookie, Accept-Encoding',
    };
  }

  return {
    /** The document that a request asks for, in both its encodings. */
    find(asked: Asked, request: IncomingMessage, origin: string): Promise<PreparedEncodings> {
      const isOfWebKit = isWebKit(request);
      const key = `${asked.key} ${origin} ${isOfWebKit}`;
      return answers.forceFetch(key, { context: { asked, isOfWebKit, origin } });
    },
    /** The page of a visitor who sent its form, never kept. */
    async answerForm(asked: Asked, request: IncomingMessage, origin: string, form: FormLocals) {
      const made = await make({ asked, isOfWebKit: isWebKit(request), origin }, form);
      const headers = { ...made.headers, 'Cache-Control': 'no-store' };
      return prepareEncodings({ body: bodyOf(made, origin), headers }, spare);
    },
    /** The headers of an answer that brings no document. */
    bareHeaders: (request: IncomingMessage) => headersOf(isWebKit(request), nothing),
  };
}

function bodyOf({ html }: Made, origin: string): Buffer {
  return Buffer.from(html.replaceAll(openAddress, origin));
}
