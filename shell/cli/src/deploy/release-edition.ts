import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextTree } from '@portfolio/contract/texts.ts';
import { activate } from '@portfolio/releases/live/move-live.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { parseTextsDocument } from '@portfolio/releases/release/release-texts.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { dump } from 'js-yaml';
import { readEdition } from '../checks/check-edition.ts';

interface Built {
  release: Release;
  source: string;
  /** Its built files, whose texts are replaced here. */
  folder: string;
}

/**
 * Makes the edition of a section live that never was, so that its first release has one before it, to which
 * visitors can swap. It differs in texts only.
 */
export async function releaseEdition(
  store: Store,
  { release, source, folder }: Built,
): Promise<void> {
  const { ids, retired } = readLiveOf(store, release.name);
  const edition = ids.length + retired.length === 0 ? await readEdition(source) : undefined;
  if (!edition) return;
  for (const [language, texts] of Object.entries(edition)) {
    const file = path.join(folder, `locales/${language}.yaml`);
    const own = parseTextsDocument(await readFile(file), file);
    await writeFile(file, dump(withTexts(own, texts)));
  }
  await activate(store, await publish(store, await fingerprint(store, folder, release)));
}

/** Replaces the texts that the other tree has. */
function withTexts(own: TextTree, other: TextTree): TextTree {
  const replaced = Object.entries(other).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : withTexts(own[key] as TextTree, value as TextTree),
  ]);
  return { ...own, ...Object.fromEntries(replaced) };
}
