import type { Release } from '@portfolio/releases/release/release.ts';
import { listFaults, ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Session } from './browser-session.ts';

/** Looks at published releases in one browser, which is started for the first of them. */
export type Inspection = ReturnType<typeof openInspection>;

/** How a deploy looks at its releases. */
export interface InspectionOptions {
  /** The address of a preview on the site, which shows what went wrong. */
  linkTo: (release: Release) => string;
  /** Is told what is made, and when nothing is looked at, why. */
  say: (line: string) => void;
  /** Is told which pages fail, in the place of `say`. */
  warn?: (line: string) => void;
  /** Looks at nothing, and says so. */
  isSkipped?: boolean;
  /** What becomes of a release that fails, in a sentence that begins with it. */
  outcome?: string;
  /** A browser that fails is done without like one that is not there: a site has to start. */
  isOptional?: boolean;
}

/** Opens each release in the real shell. Where that cannot be, it says so in one line. */
export function openInspection(store: Store, options: InspectionOptions) {
  const { linkTo, isSkipped, isOptional, warn = options.say } = options;
  const { outcome = 'is in the store, but was not made live' } = options;
  const said = new Set<string>();
  const say = (line: string) => {
    if (!said.has(line)) options.say(line);
    said.add(line);
  };
  let starting: Promise<Session> | undefined;

  /** @returns false when there is no browser */
  async function inBrowser(
    ref: string,
    undone: string,
    work: (session: Session) => Promise<boolean>,
  ): Promise<boolean> {
    const leaveOut = (why: string) => {
      say(`${undone}${why}.`);
      return false;
    };
    if (isSkipped) return leaveOut(' (--skip-browser)');
    // Browser and server take longer to import than everything else; a deploy without does not.
    const { findBrowser } = await import('./find-browser.ts');
    if (!findBrowser()) return leaveOut(': there is no browser here');
    const { BrowserFailedError, startSession } = await import('./browser-session.ts');
    try {
      starting ??= startSession();
      const session = await starting;
      if (session.unsandboxed) say(session.unsandboxed);
      return await work(session);
    } catch (error) {
      if (!(error instanceof BrowserFailedError)) throw error;
      if (isOptional) return leaveOut(`: ${error.message}`);
      throw new ReleaseRefusedError(
        `${ref} ${outcome}: ${error.message}. Name another browser with PLAYWRIGHT_CHROMIUM=/path/to/chromium, or leave the look out with --skip-browser.`,
      );
    }
  }

  return {
    /** @returns whether it was looked at. @throws ReleaseRefusedError when it fails there, or the browser does */
    inspect(release: Release): Promise<boolean> {
      const ref = `${release.name}@${release.id}`;
      return inBrowser(ref, 'Not inspected in a browser', async (session) => {
        const { inspectRelease } = await import('./inspect-release.ts');
        const faults = await inspectRelease(session, store, release);
        if (!faults) say(`${ref} is not inspected in a browser: nothing that is live shows it.`);
        else if (faults.length > 0)
          throw new ReleaseRefusedError(
            `${ref} ${outcome}: in a browser it fails.\n${listFaults(faults)}\nSee for yourself: ${linkTo(release)}`,
          );
        return faults !== undefined;
      });
    },
    /** Makes the pages of a release, or all that are missing. @throws ReleaseRefusedError when they fail visitors */
    async prerender(release?: Release): Promise<void> {
      if (isSkipped) return;
      const ref = release ? `${release.name}@${release.id}` : 'What is live';
      await inBrowser(ref, 'Not prerendered', async (session) => {
        const { prerender } = await import('./prerender-pages.ts');
        await prerender(session, store, release, { say: options.say, warn, outcome });
        return true;
      });
    },
    async [Symbol.asyncDispose]() {
      await (await starting?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}
