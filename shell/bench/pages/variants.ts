import type { Load } from './load-page.ts';

export const variants = {
  site: 'this site',
  bundle: 'one bundle, no federation',
  static: 'this page as a file without script',
} as const;

export type Variant = keyof typeof variants;

export interface RunningVariant {
  name: Variant;
  url: string;
  stop(): Promise<void>;
}

export interface Result {
  variant: Variant;
  page: string;
  first: Load;
  second: Load;
  depth: number;
}
