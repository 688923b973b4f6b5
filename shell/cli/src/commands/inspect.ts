import type { Config } from '@portfolio/api/config.ts';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { refuse } from '@portfolio/releases/release/errors.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import { parseRef } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { openInspection } from '../browser/inspection.ts';
import { previewLink } from '../project.ts';
import { withStore } from '../with-store.ts';

/** `portfolio inspect <name>[@<id>]` */
export function inspect(text: string): Promise<void> {
  return withStore((store, settings) => inspectIn(store, settings, text));
}

async function inspectIn(store: Store, settings: Config, text: string): Promise<void> {
  const { name, id = '' } = parseRef(text) ?? {
    name: text,
    id: (await readPointer(store, text))[0],
  };
  const release = await readRelease(store, name, id);
  if (!release) throw refuse.noRelease(name, id);
  const inspection = openInspection(store, {
    linkTo: (release) => previewLink(settings, release),
    say: console.log,
  });
  try {
    if (await inspection.inspect(release)) console.log(`${name}@${id} opens in a browser.`);
  } finally {
    await inspection.close();
  }
}
