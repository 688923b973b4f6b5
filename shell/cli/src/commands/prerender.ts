import type { Store } from '@portfolio/releases/store/store.ts';
import type { Command } from 'commander';
import { type InspectorOptions, openInspector } from '../browser/inspector.ts';
import { withStore } from '../project/project.ts';
import { exitAtSignals } from '../terminal/terminal.ts';

/** `portfolio prerender`: makes missing pages, as after a deploy without a browser. */
export function definePrerender(command: Command): void {
  command.option('--quiet', 'name only the pages that fail').action(prerender);
}

async function prerender({ quiet: isQuiet = false }): Promise<void> {
  // A signal to `npm start` also ends the browser, which is no defect.
  exitAtSignals();
  const report = isQuiet ? () => {} : console.log;
  await withStore((store) => prerenderMissing(store, { report, warn: console.log }));
}

/** Makes missing pages after a change of the navigation, if there is a browser. */
export async function prerenderMissing(
  store: Store,
  reporting: Pick<InspectorOptions, 'report' | 'warn'>,
): Promise<void> {
  const options = { linkTo: () => '', isOptional: true, ...reporting };
  await using inspector = openInspector(store, options);
  await inspector.prerender();
}
