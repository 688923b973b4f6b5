import type { Config } from '@portfolio/api/config.ts';
import { NoLookError, ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { openInspection } from '../browser/inspection.ts';
import { exitAtSignals } from '../exit-code.ts';
import { previewLink } from '../project.ts';
import type { Usage } from '../usage.ts';
import { withStore } from '../with-store.ts';

/** Another navigation needs other pages: they are made where there is a browser, and the change stands without them. */
export async function prerenderQuietly(store: Store): Promise<void> {
  const say = (line: string) => {
    if (!line.startsWith('Prerendered')) console.error(line);
  };
  const inspection = openInspection(store, { linkTo: () => '', say });
  try {
    await inspection.prerender();
  } catch (error) {
    if (!(error instanceof ReleaseRefusedError)) throw error;
    console.error(error instanceof NoLookError ? `Not prerendered: ${error.why}.` : error.message);
  } finally {
    await inspection.close();
  }
}

/** `portfolio prerender`: after a first start, or a deploy that went without a browser. */
export function define(command: Usage): void {
  command.option('--quiet', 'name only the pages that fail').action(prerenderMissing);
}

async function prerenderMissing({ quiet: isQuiet = false }): Promise<void> {
  // `npm start` is ended as a whole: the browser that closes under this one is no defect to tell of.
  exitAtSignals();
  await withStore((store, settings) => prerenderAll(store, settings, isQuiet));
}

/** The last line of `npm start` is where the site is: what the deploy before it said is not repeated below that. */
const known = /^(Prerendered|Making the|The browser runs|Not prerendered)/;

async function prerenderAll(store: Store, settings: Config, isQuiet: boolean): Promise<void> {
  const inspection = openInspection(store, {
    linkTo: (release) => previewLink(settings, release),
    say: (line) => {
      if (!isQuiet || !known.test(line)) console.log(line);
    },
    isOptional: true,
  });
  try {
    await inspection.prerender();
  } finally {
    await inspection.close();
  }
}
