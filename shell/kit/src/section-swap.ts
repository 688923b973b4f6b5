import { createContext } from 'react';

/** A release that the visitor has put in the place of another, and what fetching it and its texts took. */
export interface Swapped {
  /** Such as `home@0123456789ab`. */
  release: string;
  isLive: boolean;
  ms: number;
  /** As they came over the network: none of what the browser had kept. */
  bytes: number;
}

/** The surrounding section's other release. */
export interface SectionSwap {
  /** What the visitor has put in its place; nothing of the release that came with the page. */
  swapped?: Swapped | undefined;
  /**
   * Puts the other release in its place, for this visitor alone and until the page is loaded again; nothing
   * where there is no other.
   * @param say words for a hint afterwards, looked up before: texts are swapped as well
   * @throws where it does not come; then all stays as it was
   */
  swap?: ((say: (swapped: Swapped) => string) => Promise<void>) | undefined;
}

/** Set by the shell around each section. */
export const SectionSwap = createContext<SectionSwap>({});
