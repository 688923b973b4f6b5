import type { Load } from './load-page.ts';

/** What visits are measured of: the site, and what it is compared with. */
export const variants = {
  site: 'this site',
  bundle: 'one bundle, no federation',
  // It has no script.
  static: 'this page as a file without script',
} as const;

export type Variant = keyof typeof variants;

/** One that answers requests. */
export interface RunningVariant {
  name: Variant;
  url: string;
  stop(): Promise<void>;
}

/** What came out for one page of one variant under one profile. */
export interface Result {
  variant: Variant;
  page: string;
  first: Load;
  second: Load;
  depth: number;
}
