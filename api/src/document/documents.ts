import type { IncomingMessage } from 'node:http';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { FormOutcome } from '../contact/contact-calls.ts';
import { toDevDocument } from '../development/dev-servers.ts';
import {
  type Answers,
  brotli,
  type Encodings,
  type Prepared,
  prepare,
  tagOf,
} from '../http/send.ts';
import type { Log } from '../log.ts';
import { documentHeaders } from './document-headers.ts';
import type { FramedPage } from './frames.ts';
import { describePage, keyOfPage, type PageRequest } from './page-request.ts';
import { renderDocument } from './render-document.ts';
import { readShellParts } from './shell-parts.ts';

export interface DocumentSources {
  live: LiveReleases;
  log: Log;
  store: Pick<Store, 'connectOrigins'>;
  /** The site's address, such as `https://www.example.com`. */
  origin: () => string;
  /** The addresses of development servers, which add their own scripts to the page. */
  servers: readonly string[] | undefined;
  /** Renders the text of a page; undefined if its shell cannot. */
  frame: (request: PageRequest) => Promise<FramedPage | undefined>;
  answers: Answers;
}

/** How long a document without its frame is kept, as that may follow. */
const missingMs = 1000;

export type Documents = ReturnType<typeof keepDocuments>;

/** Makes each document once: those of the live set before it is served, others at their first visit. */
export function keepDocuments(sources: DocumentSources) {
  const { store, live, log, origin, servers, frame, answers } = sources;
  const isDevelopment = servers !== undefined;
  let latest: { set: LiveSet; made: Promise<unknown> } | undefined;

  async function make(request: PageRequest, form?: FormOutcome): Promise<Encodings> {
    const { set } = request;
    const { template, inline, owner } = await readShellParts(set.shell);
    const prerendered = await frame(request);
    const page = describePage(request, { owner, origin: origin() });
    const rendered = renderDocument(template, inline, { ...page, prerendered, form });
    const made = isDevelopment ? toDevDocument(rendered) : rendered;
    const { connectOrigins } = store;
    const site = { connectOrigins, isHttps: /^https/.test(origin()), servers };
    const policy = documentHeaders(made.inline, site);
    const headers = { ...policy, 'Cache-Control': form ? 'no-store' : 'no-cache' };
    const tag = form ? {} : { ETag: tagOf(JSON.stringify(headers), made.html) };
    const level = form || set.isPinned ? brotli.fast : brotli.best;
    const document = await prepare(made.html, { ...headers, ...tag }, level);
    return prerendered ? document : { ...document, ttl: missingMs };
  }

  const find = (requested: PageRequest) => answers(keyOfPage(requested), () => make(requested));

  /** Makes the main pages in each language, and the page for unknown paths. */
  function makeAhead(set: LiveSet): Promise<unknown> {
    const requests = [...set.pages, undefined].flatMap((entry) =>
      [...set.texts.keys()].map((language) => ({
        ...{ set, entry, language },
        isLanguageRequested: false,
      })),
    );
    return Promise.all(requests.map(find));
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
      const { plain, br } = await find(requested);
      return isOfWebKit(request) ? { plain: forWebKit(plain), br: forWebKit(br) } : { plain, br };
    },

    /** Makes the answer to a plain form, which is not kept. */
    answerForm: make,
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
