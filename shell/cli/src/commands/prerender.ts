import type { Store } from '@portfolio/releases/store/store.ts';
import type { Command } from 'commander';
import { type InspectorOptions, openInspector } from '../browser/inspector.ts';
import { withStore } from '../project/project.ts';
import { exitAtSignals } from '../terminal/terminal.ts';

/** `portfolio prerender`: after a first start, or a deploy that went without a browser. */
export function definePrerender(command: Command): void {
  command.option('--quiet', 'name only the pages that fail').action(prerender);
}

async function prerender({ quiet: isQuiet = false }): Promise<void> {
  // `npm start` was ended as a whole, so a browser that closes is no defect.
  exitAtSignals();
  const report = isQuiet ? () => {} : console.log;
  await withStore((store) => prerenderMissing(store, { report, warn: console.log }));
}

/** Another navigation needs other pages: they are made where there is a browser, and the change stands without them. */
export async function prerenderMissing(
  store: Store,
  reporting: Pick<InspectorOptions, 'report' | 'warn'>,
): Promise<void> {
  const options = { linkTo: () => '', isOptional: true, ...reporting };
  await using inspector = openInspector(store, options);
  await inspector.prerender();
}
