import pLimit from 'p-limit';
import { z } from 'zod';
import { inWorker } from './in-worker.ts';

/** A page as its document carries it. */
export interface PrerenderedPage {
  /** The markup of the app, with React's marks. */
  html: string;
  /** The rules of its styles, with styled-components' marks, and the version that wrote them. */
  css: string;
  stylesVersion: string;
}

/** The page of one release in one layout, by language. */
export type PrerenderedPages = ReadonlyMap<string, PrerenderedPage>;

/** Pages cannot be put into documents; the message says why. */
export class BadPagesError extends Error {
  override name = 'BadPagesError';
}

/** What the worker makes of a text. */
export type ParsedPages =
  | { pages: [language: string, page: PrerenderedPage][] }
  | { fault: string };

/** Many times what this site's have. */
export const mostPageBytes = 2_000_000;

/** A shell and its navigation, by a hash each; for a page below the section's own its path with dots. */
export const layoutName = z
  .string()
  .regex(/^[0-9a-f]{12}-[0-9a-f]{12}(?:\.[a-z0-9][a-z0-9.-]{0,99})?$/);

/** Each is a process of its own. */
const limit = pLimit(2);

/**
 * The pages that a text holds, each as the parser of HTML writes it. Another person may have written them,
 * so they are read in a worker, once: before they come into the store.
 * @param what to call them in an error
 * @throws BadPagesError
 */
export async function parsePages(text: Uint8Array, what: string): Promise<PrerenderedPages> {
  const parsed = await limit(() => inWorker<ParsedPages>(import.meta, './page-worker', text));
  if ('fault' in parsed) throw new BadPagesError(`${what} ${parsed.fault}`);
  return new Map(parsed.pages);
}

export function writePages(pages: PrerenderedPages): string {
  return JSON.stringify(Object.fromEntries(pages));
}
