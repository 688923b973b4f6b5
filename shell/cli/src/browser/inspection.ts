import { NoLookError, refuse } from '@portfolio/releases/release/errors.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Browser } from 'playwright';

/** Looks at published releases in one browser, which is started for the first of them. */
export interface Inspection {
  /** @throws ReleaseRefusedError when it fails there, or the browser cannot be started. */
  inspect(release: Release): Promise<void>;
  /**
   * Makes the pages that a release needs, or all that are missing, where there is a browser.
   * @throws ReleaseRefusedError when visitors would get one that the app cannot take over.
   */
  prerender(release?: Release): Promise<void>;
  close(): Promise<void>;
}

/** How a deploy looks at its releases. */
export interface InspectionOptions {
  /** The address of a preview on the site, for whoever wants to see what went wrong. */
  linkTo: (release: Release) => string;
  /** Is told when nothing is looked at, and why. */
  say: (line: string) => void;
  /** Only the pages of the release itself are made: those of others are not this deploy's. */
  isOwnOnly?: boolean;
  /** A browser that fails is done without like one that is not there: a site has to start. */
  isOptional?: boolean;
}

/**
 * Opens each release once in the real shell, as its preview: every page of a new shell, the one page
 * of a section. Where that cannot be, it says so in one line.
 */
export function openInspection(store: Store, options: InspectionOptions): Inspection {
  const { linkTo, say, isOwnOnly, isOptional } = options;
  const sayOnce = onceEach(say);
  let browser: Promise<Browser> | undefined;

  async function look(ref: string, undone: string, work: (browser: Browser) => Promise<void>) {
    // Browser and server take longer to import than everything else; a deploy without does not.
    const { findBrowser } = await import('./find-browser.ts');
    if (!findBrowser()) return sayOnce(`${undone}: there is no browser here.`);
    const { startBrowser, whileItRuns } = await import('./launch-browser.ts');
    try {
      browser ??= startBrowser(ref);
      const running = await browser;
      await whileItRuns(running, ref, () => work(running));
    } catch (error) {
      if (!(isOptional && error instanceof NoLookError)) throw error;
      sayOnce(`${undone}: ${error.why}.`);
    }
  }

  return {
    inspect(release) {
      const ref = `${release.name}@${release.id}`;
      return look(ref, 'Not inspected in a browser', async (browser) => {
        const { inspectPages } = await import('./inspect-pages.ts');
        const faults = await inspectPages(browser, store, release);
        if (!faults) say(`${ref} is not inspected in a browser: nothing that is live shows it.`);
        else if (faults.length > 0) throw refuse.failsInBrowser(ref, faults, linkTo(release));
      });
    },
    prerender(release) {
      const ref = release ? `${release.name}@${release.id}` : 'What is live';
      return look(ref, 'Not prerendered', async (browser) => {
        const { prerenderRelease } = await import('./prerender-release.ts');
        await prerenderRelease(browser, store, release, say, isOwnOnly);
      });
    },
    async close() {
      await (await browser?.catch(() => undefined))?.close();
    },
  };
}

/** Looks at nothing, and says so. */
export function skipInspection(say: (line: string) => void = () => {}): Inspection {
  return {
    inspect: async () => say('Not inspected in a browser (--skip-browser).'),
    prerender: async () => {},
    close: async () => {},
  };
}

function onceEach(say: (line: string) => void): (line: string) => void {
  const said = new Set<string>();
  return (line) => {
    if (!said.has(line)) say(line);
    said.add(line);
  };
}
