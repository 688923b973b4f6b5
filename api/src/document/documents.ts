import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { FormLocals } from '../contact/answer/plain-form.ts';
import { toDevDocument } from '../development/dev-document.ts';
import { inSpareTime, type PreparedForms, prepareForms, tagOf } from '../http/send.ts';
import type { Asked } from './asked.ts';
import { contentPolicy, guardingHeaders, isWebKit } from './document-headers.ts';
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

/** A document with its own address left open, between its parts. */
interface Document {
  parts: readonly Buffer[];
  tag: string;
  policy: string;
  isApart: boolean;
}

type Headed = Pick<Document, 'policy' | 'isApart'>;

const bare: Headed = { policy: contentPolicy({ scripts: [], styles: [] }), isApart: false };

/**
 * Room for every page in each language, and for some previews. What hosts are claimed takes less of it: a
 * site whose address is not set is not in earnest.
 */
const mostBytes = { own: 16_000_000, claimed: 4_000_000 };

/** Stands for the site's own address while a document is made; no page can have it in its text. */
const openAddress = `address-${randomUUID()}`;

/**
 * Makes each document once for all who ask for the same, and keeps it until there is no more room. Where
 * the address of the site is not set, a request can claim any host: so it is written last, and an
 * invented one costs no more than copying the document.
 */
export function keepDocuments({ isHttps, publicUrl, isDevelopment }: Options) {
  const documents = new LRUCache<string, Document, Asked>({
    maxSize: mostBytes.own,
    sizeCalculation: ({ parts }) => 1000 + bytesOf(parts),
    fetchMethod: (_key, _stale, { context }) => make(context),
  });
  const answers = new LRUCache<string, PreparedForms>({
    maxSize: publicUrl ? mostBytes.own : mostBytes.claimed,
    sizeCalculation: ({ plain }) => 1000 + Math.ceil(1.3 * plain.body.length),
  });
  const [light, best] = [inSpareTime(), inSpareTime()];
  const effortsOf = ({ view }: Asked) => {
    if (view.set.isPinned || view.preview) return { light };
    return { light: publicUrl ? ('at once' as const) : light, best };
  };

  async function make(asked: Asked, form?: FormLocals): Promise<Document> {
    const { template, inline, owner } = await partsOf(asked.view.set.shell);
    const page = describePage({ ...asked, ...asked.view, owner, origin: openAddress, form });
    const made = renderDocument(template, inline, page);
    const html = isDevelopment ? toDevDocument(made.html) : made.html;
    const policy = contentPolicy(made.inline, asked.granted);
    const parts = html.split(openAddress).map((part) => Buffer.from(part));
    const isApart = asked.apart !== undefined;
    return { parts, policy, isApart, tag: tagOf(policy, html) };
  }

  function headersOf({ policy, isApart }: Headed, isOfWebKit: boolean) {
    const guards = { ...guardingHeaders({ isHttps, isWebKit: isOfWebKit, isApart }) };
    return {
      ...(isDevelopment ? {} : { 'Content-Security-Policy': policy, ...guards }),
      'Content-Type': 'text/html; charset=utf-8',
      Vary: 'Accept-Language, Cookie, Accept-Encoding',
    };
  }

  return {
    /** The document that a request asks for, in both its forms. */
    async find(asked: Asked, request: IncomingMessage, origin: string): Promise<PreparedForms> {
      const isOfWebKit = isWebKit(request);
      const key = `${asked.key} ${origin} ${isOfWebKit}`;
      const known = answers.get(key);
      if (known) return known;
      const document = await documents.forceFetch(asked.key, { context: asked });
      const body = joined(document.parts, origin);
      const headers = {
        ...headersOf(document, isOfWebKit),
        'Cache-Control': 'no-cache',
        ETag: tagOf(document.tag, origin),
        'Content-Length': body.length,
      };
      // Another request may have asked at the same moment.
      const forms = answers.get(key) ?? prepareForms({ body, headers }, effortsOf(asked));
      answers.set(key, forms);
      return forms;
    },
    /** The page of a visitor who sent its form, never kept. */
    async answerForm(asked: Asked, request: IncomingMessage, origin: string, form: FormLocals) {
      const document = await make(asked, form);
      const headers: OutgoingHttpHeaders = headersOf(document, isWebKit(request));
      return { body: joined(document.parts, origin), headers };
    },
    /** The headers of an answer that brings no document. */
    bareHeaders: (request: IncomingMessage) => headersOf(bare, isWebKit(request)),
  };
}

function joined(parts: readonly Buffer[], origin: string): Buffer {
  const address = Buffer.from(origin);
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [address, part])));
}

function bytesOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
