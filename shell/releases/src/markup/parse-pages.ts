import pLimit from 'p-limit';
import { inWorker } from '../folder/in-worker.ts';
import { tokenBucket } from '../folder/token-bucket.ts';

/** A page as its document carries it, made by the very shell and release it belongs to. */
export interface PrerenderedPage {
  /** The markup of the app, with React's marks. */
  html: string;
  /** The rules of its styles, with styled-components' marks, and the version that wrote them. */
  css: string;
  stylesVersion: string;
}

/** The page of one release in one layout, by language. */
export type PrerenderedPages = ReadonlyMap<string, PrerenderedPage>;

/** What is in the store for a page cannot be put into a document; the message says why. */
export class BadPagesError extends Error {
  override name = 'BadPagesError';
  /** As the end of a sentence about the file. */
  readonly fault: string;

  constructor(file: string, fault: string) {
    super(`${file} ${fault}`);
    this.fault = fault;
  }
}

/** What the worker makes of a text; `isNormal` when every page was as the parser writes it. */
export type ParsedPages =
  | { pages: [language: string, page: PrerenderedPage][]; isNormal: boolean }
  | { fault: string };

/** What parsing for one section may take, in milliseconds of a worker: at once, and in a second. */
const throttle = tokenBucket({ atOnce: 10_000, aSecond: 400 });

/** Two at a time: one page that takes the whole time does not hold up the other sections' pages. */
const limit = pLimit(2);

/**
 * The pages that a text holds, each as the parser of HTML writes it. They are read in a worker, within
 * the share of the section they belong to: another person may have written them.
 * @param file what to call it
 * @throws BadPagesError
 */
export async function parsePages(
  text: Buffer,
  file: string,
  section: string,
): Promise<{ pages: PrerenderedPages; isNormal: boolean }> {
  const parsed = await throttle(section, (spend) =>
    limit(async () => {
      const start = performance.now();
      const result = await inWorker<ParsedPages>(import.meta, './page-worker', text);
      spend(performance.now() - start);
      return result;
    }),
  );
  if ('fault' in parsed) throw new BadPagesError(file, parsed.fault);
  return { pages: new Map(parsed.pages), isNormal: parsed.isNormal };
}
