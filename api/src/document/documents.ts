import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { FormOutcome } from '../contact/contact-calls.ts';
import { type Answers, brotli, type Encodings, prepare, tagOf } from '../http/send.ts';
import type { Parts } from '../parts.ts';
import { documentHeaders } from './document-headers.ts';
import { keepFrames } from './frames.ts';
import { describePage, keyOfPage, type PageRequest } from './page-request.ts';
import { renderDocument } from './render-document.ts';
import { readShellParts } from './shell-parts.ts';

/** How long a document without its frame is kept, as that may follow. */
const missingMs = 1000;

export type Documents = ReturnType<typeof keepDocuments>;

/** Makes each document once: those of the live set before it is served, others at their first visit. */
export function keepDocuments({ store, live, log, origin, devServers }: Parts, answers: Answers) {
  const frame = keepFrames(log);
  const isDeveloped = devServers !== undefined;
  let latest: { set: LiveSet; made: Promise<unknown> } | undefined;

  /** @param form the outcome of a plain form, whose answer is not kept */
  async function make(request: PageRequest, form?: FormOutcome): Promise<Encodings> {
    const { template, owner } = await readShellParts(request.set.shell);
    const prerendered = await frame(request);
    const page = { ...describePage(request, owner, origin()), prerendered, form };
    const { html, around } = renderDocument(template, page);
    const site = { origins: store.connectOrigins, isHttps: /^https/.test(origin()), isDeveloped };
    const caching = { 'Cache-Control': form ? 'no-store' : 'no-cache' };
    const headers = { ...documentHeaders(around, site), ...caching };
    const tag = form ? {} : { ETag: tagOf(JSON.stringify(headers) + html) };
    const level = form || request.set.isPinned ? brotli.fast : brotli.best;
    const document = await prepare(html, { ...headers, ...tag }, level);
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

  return {
    /** The live set, once its documents are made; undefined without a shell. */
    async current(): Promise<LiveSet | undefined> {
      const set = await live.current();
      if (!set || isDeveloped) return set;
      if (latest?.set !== set) {
        const made = makeAhead(set).catch(({ stack: reason }: Error) =>
          log.error({ reason }, 'A document cannot be made ahead'),
        );
        latest = { set, made };
      }
      await latest.made;
      return set;
    },

    find,
    make,
  };
}
