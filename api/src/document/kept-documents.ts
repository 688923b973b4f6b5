import type { IncomingMessage } from 'node:http';
import { pageAt, type SitePage } from '@portfolio/contract/pages.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { LRUCache } from 'lru-cache';
import { readQuery } from '../http/read-request.ts';
import { siteAddress } from '../http/site-address.ts';
import { inSpareTime } from '../locales/compress-texts.ts';
import { compressOnce, type DocumentOnce } from './document-once.ts';
import type { DocumentSources } from './document-sources.ts';
import { fallbackOf } from './fallback.ts';
import { languageOfVisit } from './language-of-visit.ts';
import { describePage, type Visit } from './page.ts';
import { isPreview, notePassedOver } from './preview.ts';
import { renderDocument } from './render-document.ts';

/** What a document is asked for by. */
export interface Asked {
  request: IncomingMessage;
  path: string;
  protocol: string;
}

/** A document from memory. */
export interface KeptDocument {
  document: DocumentOnce;
  /** Unknown paths have a page, too. */
  status: 200 | 404;
}

/** Finds a document that is kept; one that is not is prepared for the next visitor. */
export type FindKept = (asked: Asked) => Promise<KeptDocument | undefined>;

/** Room for every page in each language, for several of the names the site may be asked by. */
const maxSize = 16_000_000;

interface Entry {
  /** The page within the document: it may come some seconds after its release. */
  prerendered: Visit['prerendered'];
  /** Nothing where no compressor leaves the nonce to be exchanged. */
  document: DocumentOnce | undefined;
}

/**
 * Keeps the documents of what is live, compressed once for all who ask in the same language. A request
 * can claim any host, which its document names, so they are made in spare time, and the least asked
 * for makes room.
 */
export function keepDocuments(sources: DocumentSources): FindKept {
  const { live, textsOf, partsOf, pageOf, publicUrl, log, visits, visitorOf } = sources;
  // What is not live any more goes with its set.
  const keptOf = new WeakMap<LiveSet, LRUCache<string, Entry>>();
  const inSpare = inSpareTime();

  async function prepare(visit: Omit<Visit, 'nonce' | 'owner'>): Promise<Entry> {
    const { template, owner } = await partsOf(visit.set.shell);
    const write = (nonce: string) =>
      renderDocument(template, describePage({ ...visit, owner, nonce }));
    return { prerendered: visit.prerendered, document: await compressOnce(write) };
  }

  return async ({ request, path, protocol }) => {
    const query = readQuery(request.url);
    const [preview, without] = [query.get('preview'), query.get('without')];
    if (await isPreview(live, preview)) return undefined;
    const set = await live.fresh();
    if (!set || fallbackOf(set, without).set !== set) return undefined;
    const entry = pageAt<SitePage>(set.pages, path);
    const texts = textsOf(set);
    const { language, isLanguageAsked } = languageOfVisit(request, query, [...texts.keys()]);
    const origin = siteAddress({ headers: request.headers, protocol }, publicUrl);
    const prerendered = await pageOf(set, texts, entry?.section, language);
    const kept = keptOf.get(set) ?? new LRUCache<string, Entry>({ maxSize, sizeCalculation });
    keptOf.set(set, kept);
    // Only what search engines may list names its address.
    const key = [entry && origin, entry?.path, language, isLanguageAsked].join(' ');
    const known = kept.get(key);
    if (known && known.prerendered === prerendered) {
      if (!known.document) return undefined;
      if (preview !== null) notePassedOver(preview, log);
      // Whoever looks for another shell says nothing of what is live.
      if (entry && request.method === 'GET' && without === null)
        visits.opened(set, entry.section, visitorOf(request));
      return { document: known.document, status: entry ? 200 : 404 };
    }
    const visit = { set, texts, origin, entry, language, isLanguageAsked, prerendered };
    void inSpare(() => prepare({ ...visit, ...ofNobody }))
      .then((made) => made && kept.set(key, made))
      .catch((error) => log.warn({ error: String(error) }, 'A document is not kept'));
    return undefined;
  };
}

/** What only a single visitor has. */
const ofNobody = { preview: undefined, lostShell: undefined, form: undefined };

function sizeCalculation({ document }: Entry): number {
  return 1000 + (document?.bytes ?? 0);
}
