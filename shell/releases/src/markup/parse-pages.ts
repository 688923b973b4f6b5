import { z } from 'zod';
import { faultOfPage } from './markup.ts';

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

  /** @param fault as the end of a sentence about the file */
  constructor(file: string, fault: string) {
    super(`${file} ${fault}`);
  }
}

const pagesSchema = z.record(
  z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
  z.object({
    html: z.string().max(500_000),
    css: z.string().max(200_000),
    stylesVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
  }),
);

/**
 * The pages that a text holds.
 * @param file what to call it
 * @throws BadPagesError
 */
export function parsePages(text: Buffer, file: string): PrerenderedPages {
  const read = pagesSchema.safeParse(parse(text.toString('utf8')));
  if (!read.success) throw new BadPagesError(file, 'is not what a deploy writes');
  const pages = new Map(Object.entries(read.data));
  refuseFaults(file, pages);
  return pages;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws BadPagesError when one of them must not stand in a document */
export function refuseFaults(file: string, pages: PrerenderedPages): void {
  const faults = [...pages].flatMap(([language, page]) => {
    const fault = faultOfPage(page);
    return fault ? `its page in ${language} ${fault}` : [];
  });
  if (faults.length > 0) throw new BadPagesError(file, `is refused: ${faults.join('; ')}`);
}
