import type { PageBelow } from '@portfolio/contract/pages.ts';
import { createContext } from 'react';

/**
 * A release by which the visitor has replaced another, with the time and bytes of fetching it and its texts.
 */
export interface Swapped {
  /** Such as `home@0123456789ab`. */
  release: string;
  isLive: boolean;
  ms: number;
  /** Bytes from the network, without cached ones. */
  bytes: number;
}

/** The release that renders what is within. */
export interface RenderingRelease {
  /** Its address, with a slash at the end. */
  base: string;
  /** The pages below the section's own. */
  pages: readonly PageBelow[];
  /** Set where the visitor has chosen it instead of that of the page. */
  swapped?: Swapped | undefined;
  /**
   * Replaces the section by its other release, for this visitor and until the page is loaded again; undefined
   * without another release.
   * @param say the words of a hint afterwards, looked up before, as the texts are replaced too
   * @throws when the release does not load; then everything stays
   */
  swap?: ((say: (swapped: Swapped) => string) => Promise<void>) | undefined;
}

/** Set by the shell around each page. */
export const ThisRelease = createContext<RenderingRelease>({ base: '/', pages: [] });
