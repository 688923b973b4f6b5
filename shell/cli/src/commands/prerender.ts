import type { Store } from '@portfolio/releases/store/store.ts';
import { openInspection } from '../browser/inspection.ts';
import { withStore } from '../project.ts';
import { exitAtSignals } from '../terminal.ts';
import type { Usage } from '../usage.ts';

/** `portfolio prerender`: after a first start, or a deploy that went without a browser. */
export function define(command: Usage): void {
  command.option('--quiet', 'name only the pages that fail').action(prerenderMissing);
}

/** The last line of `npm start` is the site's address: no second progress below it. */
const known = /^(Prerendered|Making the|The browser runs|Not prerendered)/;

async function prerenderMissing({ quiet: isQuiet = false }): Promise<void> {
  // `npm start` was ended as a whole, so a browser that closes is no defect.
  exitAtSignals();
  await withStore((store) =>
    prerenderAll(store, (line) => {
      if (!isQuiet || !known.test(line)) console.log(line);
    }),
  );
}

/** Another navigation needs other pages: they are made where there is a browser, and the change stands without them. */
export function prerenderQuietly(store: Store): Promise<void> {
  return prerenderAll(store, (line) => {
    if (!line.startsWith('Prerendered')) console.error(line);
  });
}

async function prerenderAll(store: Store, say: (line: string) => void): Promise<void> {
  await using inspection = openInspection(store, { linkTo: () => '', say, isOptional: true });
  await inspection.prerender();
}
