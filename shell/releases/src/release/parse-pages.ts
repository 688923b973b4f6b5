import pLimit from 'p-limit';
import { z } from 'zod';
import { inWorker } from './in-worker.ts';

/** A prerendered page for documents. */
export interface PrerenderedPage {
  /** The markup of the app, with React's comments for hydration. */
  html: string;
  /** The CSS with styled-components' markers, and the version that wrote it. */
  css: string;
  stylesVersion: string;
  /** The rules of style sheets that scripts make, such as imported CSS. */
  sheets?: string;
}

/** A page of a release in a layout, by language. */
export type PrerenderedPages = ReadonlyMap<string, PrerenderedPage>;

/** Pages cannot be part of documents; the message says why. */
export class BadPagesError extends Error {
  override name = 'BadPagesError';
}

export type ParsedPages =
  | { pages: [language: string, page: PrerenderedPage][] }
  | { fault: string };

/** The bound is many times what this site's pages have. */
export const mostPageBytes = 2_000_000;

/** The shell's id and a hash of its navigation; for a page below a section's own also its path, with dots. */
export const layoutName = z
  .string()
  .regex(/^[0-9a-f]{12}-[0-9a-f]{12}(?:\.[a-z0-9][a-z0-9.-]{0,99})?$/);

/** Each worker is a process. */
const limit = pLimit(2);

/**
 * Parses untrusted pages in a worker, and normalizes their markup, before they are stored.
 * @param what their name in an error
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
