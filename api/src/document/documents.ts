import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { FormLocals } from '../contact/answer/plain-form.ts';
import { toDevDocument } from '../development.ts';
import { inSpareTime, type PreparedForms, prepareForms, tagOf } from '../http/send.ts';
import type { Asked } from './asked.ts';
import { contentPolicy, guardingHeaders, type Inline, isWebKit } from './document-headers.ts';
import { describePage } from './page.ts';
import { renderDocument } from './render-document.ts';
import { partsOf } from './shell-parts.ts';

interface Options {
  isHttps: boolean;
  /** Where the site is reached; without it a request can claim any host. */
  publicUrl: string | undefined;
  /** Development servers are other origins and put scripts of their own into the page. */
  isDevelopment: boolean;
}

/** Where a document is sent, and to which browser. */
interface Receiver {
  origin: string;
  isOfWebKit: boolean;
}

/**
 * Room for every page in each language, and for some previews. What hosts are claimed takes less of it: a
 * site whose address is not set is not in earnest.
 */
const mostBytes = { own: 16_000_000, claimed: 4_000_000 };

const nothing: Inline = { scripts: [], styles: [] };

/** Makes each document once for all who ask for the same, and keeps it until there is no more room. */
export function keepDocuments({ isHttps, publicUrl, isDevelopment }: Options) {
  const spare = inSpareTime();
  const documents = new LRUCache<string, PreparedForms, { asked: Asked; to: Receiver }>({
    maxSize: publicUrl ? mostBytes.own : mostBytes.claimed,
    // The same releases change with their sources then.
    ttl: isDevelopment ? 1 : 0,
    sizeCalculation: ({ plain }) => 1000 + Math.ceil(1.3 * plain.body.length),
    fetchMethod: async (_key, _stale, { context: { asked, to } }) => {
      const { body, headers } = await make(asked, to);
      const answer = {
        body,
        headers: {
          ...headers,
          'Cache-Control': 'no-cache',
          ETag: tagOf(JSON.stringify(headers), body),
          'Content-Length': body.length,
        },
      };
      const isOfMany = asked.set.isPinned || asked.preview || !publicUrl;
      return prepareForms(answer, isOfMany ? spare : undefined);
    },
  });

  async function make(asked: Asked, { origin, isOfWebKit }: Receiver, form?: FormLocals) {
    const { template, inline, owner } = await partsOf(asked.set.shell);
    const made = renderDocument(template, inline, describePage(asked, { owner, origin, form }));
    const body = Buffer.from(isDevelopment ? toDevDocument(made.html) : made.html);
    return { body, headers: headersOf(isOfWebKit, made.inline, asked) };
  }

  function headersOf(isOfWebKit: boolean, inline: Inline, asked?: Asked) {
    const isApart = asked?.apart !== undefined;
    const guards = {
      'Content-Security-Policy': contentPolicy(inline, asked?.granted),
      ...guardingHeaders({ isHttps, isWebKit: isOfWebKit, isApart }),
    };
    const headers: OutgoingHttpHeaders = {
      ...(isDevelopment ? {} : guards),
      'Content-Type': 'text/html; charset=utf-8',
      Vary: 'Accept-Language, Cookie, Accept-Encoding',
    };
    return headers;
  }

  return {
    /** The document that a request asks for, in both its forms. */
    find(asked: Asked, request: IncomingMessage, origin: string): Promise<PreparedForms> {
      const to = { origin, isOfWebKit: isWebKit(request) };
      const key = [asked.key, to.origin, to.isOfWebKit].join(' ');
      return documents.forceFetch(key, { context: { asked, to } });
    },
    /** The page of a visitor who sent its form, never kept. */
    answerForm: (asked: Asked, request: IncomingMessage, origin: string, form: FormLocals) =>
      make(asked, { origin, isOfWebKit: isWebKit(request) }, form),
    /** The headers of an answer that brings no document. */
    bareHeaders: (request: IncomingMessage) => headersOf(isWebKit(request), nothing),
  };
}
