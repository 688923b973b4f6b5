import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';

/** What the site's calls report of visits. Callbacks do not block responses. */
export interface VisitNotes {
  /** A document of this set was sent for the page of this section. */
  opened(set: LiveSet, section: string, address: string): void;
  /** The texts of this set, as it is live, were sent. */
  read(set: LiveSet, address: string): void;
  /**
   * A page says that it could not use these releases, and what the last of them threw.
   * @param isAsLive the rest of the page is what is live, so that it says something of a live release
   */
  failed(
    set: LiveSet,
    refs: readonly ReleaseRef[],
    address: string,
    isAsLive: boolean,
    report?: string,
  ): void;
  /** A page says what a release threw that goes on; nothing is judged by it. */
  threw(set: LiveSet, ref: ReleaseRef, address: string, report: string): void;
}

/** Where they are not used. */
export const notNoted: VisitNotes = { opened() {}, read() {}, failed() {}, threw() {} };
