import type { Release } from '@portfolio/releases/release/release.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { BrowserSession } from './browser-session.ts';

/** Opens published releases in a browser, which the first one starts. */
export type Inspector = ReturnType<typeof openInspector>;

export interface InspectorOptions {
  /** The address of a preview that shows the failure. */
  linkTo: (release: Release) => string;
  /** Reports what is made, and why nothing is inspected. */
  report: (line: string) => void;
  /** Reports pages that fail, instead of `report`. */
  warn?: (line: string) => void;
  /** Inspects nothing, and reports it. */
  isSkipped?: boolean;
  /** The end of the sentence about a release that fails. */
  outcome?: string;
  /** Treats a browser that fails like a missing one, as for the start of a site. */
  isOptional?: boolean;
}

/** Opens releases in the real shell. If that is impossible, one line says why. */
export function openInspector(store: Store, options: InspectorOptions) {
  const { linkTo, isSkipped, isOptional, warn = options.report } = options;
  const { outcome = 'is in the store, but was not made live' } = options;
  const reported = new Set<string>();
  const reportOnce = (line: string) => {
    if (!reported.has(line)) options.report(line);
    reported.add(line);
  };
  let starting: Promise<BrowserSession> | undefined;

  /**
   * Starts the browser once. Returns undefined, with a line, if there is no browser or it must not be used.
   * @param undone what is not done without a browser
   */
  async function start(undone: string): Promise<BrowserSession | undefined> {
    const leaveOut = (why: string) => void reportOnce(`${undone}${why}.`);
    if (isSkipped) return leaveOut(' (--skip-browser)');
    // Imported on demand: browser and server take longer than all other modules.
    const { findBrowser } = await import('./find-browser.ts');
    if (!findBrowser()) return leaveOut(': there is no browser here');
    const { startBrowser } = await import('./browser-session.ts');
    starting ??= startBrowser();
    if (!isOptional) return starting;
    return starting.catch(({ message }: Error) => leaveOut(`: ${message}`));
  }

  async function open(how: 'inspectDeployed' | 'prerenderPages', release?: Release): Promise<void> {
    if (isSkipped && !release) return;
    const undone = release ? 'Not inspected in a browser' : 'Not prerendered';
    const ref = release ? `${release.name}@${release.id}` : 'What is live';
    const session = await start(undone).catch(refuse(ref));
    if (!session) return;
    if (session.unsandboxed) reportOnce(session.unsandboxed);
    const { [how]: openPages } = await import('./prerender-pages.ts');
    const isOpened = await openPages(session, store, {
      deployed: release,
      report: options.report,
      warn,
      refusal: { begin: `${ref} ${outcome}`, link: release ? linkTo(release) : '' },
    }).catch(refuse(ref, undone));
    if (isOpened === false && release)
      reportOnce(`${ref} is not inspected in a browser: nothing that is live shows it.`);
  }

  /** Refuses a release if the browser fails. @param undone what is left out instead if the browser is optional */
  function refuse(ref: string, undone?: string) {
    return async (error: Error): Promise<undefined> => {
      const { BrowserFailedError } = await import('./browser-session.ts');
      if (!(error instanceof BrowserFailedError)) throw error;
      if (!isOptional || !undone)
        throw new ReleaseRefusedError(
          `${ref} ${outcome}: ${error.message}. Name another browser with PLAYWRIGHT_CHROMIUM=/path/to/chromium, or leave the inspection out with --skip-browser.`,
        );
      reportOnce(`${undone}: ${error.message}.`);
      return undefined;
    };
  }

  return {
    report: options.report,
    /** Opens the pages of a release. @throws ReleaseRefusedError if a page or the browser fails */
    inspect: (release: Release) => open('inspectDeployed', release),
    /** Opens and prerenders the pages of a release, or all missing ones. @throws ReleaseRefusedError */
    prerender: (release?: Release) => open('prerenderPages', release),
    async [Symbol.asyncDispose]() {
      await (await starting?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}
