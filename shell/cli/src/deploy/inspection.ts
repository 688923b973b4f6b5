import type { Release } from '@portfolio/releases/release.ts';
import { refuse } from '@portfolio/releases/release-errors.ts';
import type { Store } from '@portfolio/releases/store.ts';
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
}

/**
 * Opens each release once in the real shell, as its preview: every page of a new shell, the one page
 * of a section. Where that cannot be, it says so in one line.
 */
export function openInspection(store: Store, options: InspectionOptions): Inspection {
  const { linkTo, say, isOwnOnly } = options;
  const sayOnce = onceEach(say);
  let browser: Promise<Browser> | undefined;
  return {
    async inspect(release) {
      // Browser and server take longer to import than everything else; a deploy without does not.
      const { findBrowser } = await import('../browser.ts');
      if (!findBrowser()) return sayOnce('Not inspected in a browser: there is none here.');
      const ref = `${release.name}@${release.id}`;
      browser ??= startBrowser(ref);
      const { inspectPages } = await import('./inspect-pages.ts');
      const faults = await inspectPages(await browser, store, release);
      if (!faults)
        return say(`${ref} is not inspected in a browser: nothing that is live shows it.`);
      if (faults.length > 0) throw refuse.failsInBrowser(ref, faults, linkTo(release));
    },
    async prerender(release) {
      const { findBrowser } = await import('../browser.ts');
      if (!findBrowser()) return sayOnce('Not prerendered: there is no browser here.');
      browser ??= startBrowser(release ? `${release.name}@${release.id}` : 'What is live');
      const { prerenderRelease } = await import('../prerender/prerender-release.ts');
      await prerenderRelease(await browser, store, release, say, isOwnOnly);
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

async function startBrowser(ref: string): Promise<Browser> {
  const { chromium } = await import('playwright');
  const { browserOptions } = await import('../browser.ts');
  const options = browserOptions();
  return chromium.launch(options).catch((error: Error) => {
    throw refuse.noLook(ref, String(options.executablePath), error.message.split('\n')[0] ?? '');
  });
}
