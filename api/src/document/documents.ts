import type { IncomingMessage } from 'node:http';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { LRUCache } from 'lru-cache';
import type { FormOutcome } from '../contact/contact-calls.ts';
import { toDevDocument } from '../development/dev-servers.ts';
import { brotli, type Encodings, type Prepared, prepare, tagOf } from '../http/send.ts';
import { documentHeaders, type Inline } from './document-headers.ts';
import { type FindFrames, frameThePage } from './frames.ts';
import { describePage, keyOfPage, type PageRequest, type PageSources } from './page-request.ts';
import { renderDocument } from './render-document.ts';
import { readShellParts } from './shell-parts.ts';

export interface DocumentSources extends PageSources {
  store: Pick<Store, 'connectOrigins'>;
  /** The site's address, such as `https://www.example.com`. */
  origin: () => string;
  /** The addresses of development servers, which add their own scripts to the page. */
  servers: readonly string[] | undefined;
  frames: FindFrames;
}

/** The bound of all documents that are not made ahead: every page in each language, and some previews. */
const mostBytes = 32_000_000;

/** How long a document without its frame is kept, as that may follow. */
const missingMs = 1000;

export type Documents = ReturnType<typeof keepDocuments>;

/** Makes each document once: those of the live set before it is served, others at their first visit. */
export function keepDocuments({ store, live, log, origin, servers, frames }: DocumentSources) {
  const isDevelopment = servers !== undefined;
  let ahead = new Map<string, Encodings>();
  let latest: { set: LiveSet; made: Promise<void> } | undefined;
  const others = new LRUCache<string, Encodings, PageRequest>({
    // Otherwise the fetch of an evicted entry rejects.
    ignoreFetchAbort: true,
    maxSize: mostBytes,
    sizeCalculation: ({ plain, br }) => 2000 + plain.body.length + br.body.length,
    fetchMethod: async (_key, _before, { context, options }) => {
      const { document, isWhole } = await make(context);
      // In development releases change under the same key.
      if (!isWhole) options.ttl = isDevelopment ? 1 : missingMs;
      return document;
    },
  });

  const headersOf = (inline: Inline) => {
    const { connectOrigins } = store;
    return documentHeaders(inline, { connectOrigins, isHttps: /^https/.test(origin()), servers });
  };

  async function make(request: PageRequest, form?: FormOutcome) {
    const { set } = request;
    const { template, inline, owner } = await readShellParts(set.shell);
    const around = isDevelopment ? undefined : await frames(set);
    const prerendered = await frameThePage(request, around);
    const page = describePage(request, { owner, origin: origin() });
    const rendered = renderDocument(template, inline, { ...page, prerendered, form });
    const made = isDevelopment ? toDevDocument(rendered) : rendered;
    const headers = { ...headersOf(made.inline), 'Cache-Control': form ? 'no-store' : 'no-cache' };
    const tag = form ? {} : { ETag: tagOf(JSON.stringify(headers), made.html) };
    const level = form || set.isPinned ? brotli.fast : brotli.best;
    const document = await prepare(made.html, { ...headers, ...tag }, level);
    return { document, isWhole: prerendered !== undefined };
  }

  /** Makes the main pages in each language, and the page for unknown paths. */
  async function makeAhead(set: LiveSet): Promise<void> {
    const requests = [...set.pages, undefined].flatMap((entry) =>
      [...set.texts.keys()].map((language) => ({
        ...{ set, entry, language },
        isLanguageRequested: false,
      })),
    );
    const made = requests.map(
      async (request) => [keyOfPage(request), await make(request)] as const,
    );
    const whole = (await Promise.all(made)).filter(([, { isWhole }]) => isWhole);
    ahead = new Map(whole.map(([key, { document }]) => [key, document]));
  }

  return {
    /** The live set, once its documents are made; undefined without a shell. */
    async current(): Promise<LiveSet | undefined> {
      const set = await live.current();
      if (!set || isDevelopment) return set;
      if (latest?.set !== set) {
        const made = makeAhead(set).catch(({ stack: reason }: Error) =>
          log.error({ reason }, 'A document cannot be made ahead'),
        );
        latest = { set, made };
      }
      await latest.made;
      return set;
    },

    async find(requested: PageRequest, request: IncomingMessage): Promise<Encodings> {
      const key = keyOfPage(requested);
      const found = ahead.get(key) ?? (await others.forceFetch(key, { context: requested }));
      if (!isOfWebKit(request)) return found;
      return { plain: forWebKit(found.plain), br: forWebKit(found.br) };
    },

    /** Makes the answer to a plain form, which is not cached. */
    async answerForm(requested: PageRequest, form: FormOutcome): Promise<Encodings> {
      return (await make(requested, form)).document;
    },

    /** The headers of an answer without a document. */
    bareHeaders: () => headersOf({ scripts: [], styles: [] }),
  };
}

/**
 * With an integrity policy WebKit refuses every preload, whatever its hash, and fetches the section only after
 * the shell has run. It checks the hashes without the policy too.
 */
function isOfWebKit({ headers }: IncomingMessage): boolean {
  return /AppleWebKit(?!.*Chrom)/.test(headers['user-agent'] ?? '');
}

function forWebKit({ body, headers }: Prepared): Prepared {
  const { 'Integrity-Policy': _withheld, ETag = '', ...rest } = headers;
  return { body, headers: { ...rest, ...(ETag && { ETag: ETag.replace(/"$/, '-webkit"') }) } };
}
