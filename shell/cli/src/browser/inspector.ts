import type { Release } from '@portfolio/releases/release/release.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { BrowserSession } from './browser-session.ts';
import type { FilesToDraw } from './draw-files.ts';

/** Opens published releases in one browser, which is started for the first of them. */
export type Inspector = ReturnType<typeof openInspector>;

/** How releases are inspected. */
export interface InspectorOptions {
  /** The address of a preview on the site, which shows what went wrong. */
  linkTo: (release: Release) => string;
  /** Is told what is made, and why nothing is inspected. */
  report: (line: string) => void;
  /** Is told which pages fail, instead of `report`. */
  warn?: (line: string) => void;
  /** Inspects nothing, and reports it. */
  isSkipped?: boolean;
  /** What becomes of a release that fails, in a sentence that begins with it. */
  outcome?: string;
  /** A browser that fails is treated like one that is missing: a site has to start. */
  isOptional?: boolean;
}

/** Opens each release in the real shell. Where that is impossible, one line says why. */
export function openInspector(store: Store, options: InspectorOptions) {
  const { linkTo, isSkipped, isOptional, warn = options.report } = options;
  const { outcome = 'is in the store, but was not made live' } = options;
  const reported = new Set<string>();
  const reportOnce = (line: string) => {
    if (!reported.has(line)) options.report(line);
    reported.add(line);
  };
  let starting: Promise<BrowserSession> | undefined;

  async function open(release: Release | undefined, isInspectedOnly = false): Promise<void> {
    const undone = release ? 'Not inspected in a browser' : 'Not prerendered';
    const leaveOut = (why: string) => reportOnce(`${undone}${why}.`);
    if (isSkipped) return release && leaveOut(' (--skip-browser)');
    // Browser and server take longer to import than everything else; a deploy without does not.
    const { findBrowser } = await import('./find-browser.ts');
    if (!findBrowser()) return leaveOut(': there is no browser here');
    const { BrowserFailedError, startBrowser } = await import('./browser-session.ts');
    const { prerenderPages } = await import('./prerender-pages.ts');
    const ref = release ? `${release.name}@${release.id}` : 'What is live';
    try {
      starting ??= startBrowser();
      const session = await starting;
      if (session.unsandboxed) reportOnce(session.unsandboxed);
      const isOpened = await prerenderPages(session, store, {
        deployed: release,
        isInspectedOnly,
        report: options.report,
        warn,
        refusal: { begin: `${ref} ${outcome}`, link: release ? linkTo(release) : '' },
      });
      if (!isOpened && release)
        reportOnce(`${ref} is not inspected in a browser: nothing that is live shows it.`);
    } catch (error) {
      if (!(error instanceof BrowserFailedError)) throw error;
      if (isOptional) return leaveOut(`: ${error.message}`);
      throw refusedBy(error, ref);
    }
  }

  function refusedBy({ message }: Error, ref: string): ReleaseRefusedError {
    return new ReleaseRefusedError(
      `${ref} ${outcome}: ${message}. Name another browser with PLAYWRIGHT_CHROMIUM=/path/to/chromium, or leave the inspection out with --skip-browser.`,
    );
  }

  /** Nothing where there is no browser, or where none may be used: one line says so. */
  async function startForDrawing(): Promise<BrowserSession | undefined> {
    const leaveOut = (why: string) => void reportOnce(`Without cards for its posts${why}.`);
    if (isSkipped) return leaveOut(' (--skip-browser)');
    const { findBrowser } = await import('./find-browser.ts');
    if (!findBrowser()) return leaveOut(': there is no browser here');
    const { startBrowser } = await import('./browser-session.ts');
    starting ??= startBrowser();
    return isOptional ? starting.catch(({ message }: Error) => leaveOut(`: ${message}`)) : starting;
  }

  /** A site has to start: without a browser its page has no PDF until it is deployed by name. */
  function noteNotPrinted(sentence: string): void {
    if (!isOptional) throw new ReleaseRefusedError(sentence);
    reportOnce(sentence);
  }

  return {
    report: options.report,
    /** What a browser draws of a release before it is whole. @throws ReleaseRefusedError when a page cannot be printed */
    async draw(files: FilesToDraw) {
      const { drawFiles } = await import('./draw-files.ts');
      const { BrowserFailedError } = await import('./browser-session.ts');
      return drawFiles(store, files, startForDrawing, noteNotPrinted).catch((error) => {
        throw error instanceof BrowserFailedError ? refusedBy(error, files.built.name) : error;
      });
    },
    /** Opens the pages of a release. @throws ReleaseRefusedError when one fails there, or the browser does */
    inspect: (release: Release) => open(release, true),
    /** The same, and makes the pages: of a release, or all that are missing. @throws ReleaseRefusedError */
    prerender: (release?: Release) => open(release),
    async [Symbol.asyncDispose]() {
      await (await starting?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}
