import path from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { tokenBucket } from '../folder/token-bucket.ts';

/** A page as its document carries it, made by the very shell and release it belongs to. */
export interface PrerenderedPage {
  /** The markup of the app, with React's marks. */
  html: string;
  /** The rules of its styles, with styled-components' marks, and the version that wrote them. */
  css: string;
  stylesVersion: string;
}

/** The page of one release in one frame, by language. */
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

/** Large pages take tenths of a second; this ends those made to take minutes. */
const timeoutMs = 8000;

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
      const result = await parseInWorker(text);
      spend(performance.now() - start);
      return result;
    }),
  );
  if ('fault' in parsed) throw new BadPagesError(file, parsed.fault);
  return { pages: new Map(parsed.pages), isNormal: parsed.isNormal };
}

/** A worker for each text, so that one that must be ended, or runs out of memory, harms no other. */
function parseInWorker(text: Buffer): Promise<ParsedPages> {
  // Packed, both are JavaScript beside one another.
  const script = `./page-worker${path.extname(import.meta.filename)}`;
  const worker = new Worker(new URL(script, import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    execArgv: [],
  });
  return new Promise<ParsedPages>((resolve, reject) => {
    let timeout: NodeJS.Timeout | undefined;
    worker.once('online', () => {
      const late = { fault: `is refused: reading it takes more than ${timeoutMs / 1000} s` };
      timeout = setTimeout(() => resolve(late), timeoutMs);
    });
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') reject(error);
      else resolve({ fault: 'is refused: reading it takes too much memory' });
    });
    worker.once('exit', () => clearTimeout(timeout));
  }).finally(() => worker.terminate());
}
