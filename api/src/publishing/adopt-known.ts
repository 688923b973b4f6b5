import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashName, type Place, pagesIn } from '@portfolio/releases/access/index.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import { fallbackDepth } from '@portfolio/releases/live/replaced-at.ts';
import { readPageFile } from '@portfolio/releases/markup/prerendered-pages.ts';
import { hashApart } from '@portfolio/releases/release/fingerprint.ts';
import { readRelease, readReleaseFile } from '@portfolio/releases/release/read-release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { missingOf } from './received.ts';
import type { Upload } from './uploads.ts';

/**
 * Lays beside an upload what the store has of it: of the same release and its pages, of the live one
 * and of the one before. Each file is read as carefully as for a visitor, so nothing behind a link is
 * taken.
 */
export async function adoptKnown(store: Store, { statement, folder }: Upload): Promise<void> {
  const { section, release } = statement;
  const { ids } = await readPointerOrLast(store, section);
  const lacking = new Set((await missingOf({ statement, folder })).map(({ hash }) => hash));
  const adopt = async (place: Place, read: () => Promise<Buffer>) => {
    const hash = hashName(place);
    const content = lacking.has(hash) ? await read().catch(() => undefined) : undefined;
    if (!content || (await hashApart(content)) !== place.integrity) return;
    const temporary = path.join(folder, `${hash}.part`);
    await writeFile(temporary, content, { mode: 0o600 });
    await rename(temporary, path.join(folder, hash));
    lacking.delete(hash);
  };
  for (const id of new Set([release, ...ids.slice(0, fallbackDepth)])) {
    const known = await readRelease(store, section, id);
    if (!known) continue;
    for (const [file, place] of Object.entries(known.files))
      await adopt(place, () => readReleaseFile(store, known, file));
  }
  for (const { place, ...where } of pagesIn(statement))
    await adopt(place, () => readPageFile(store, where));
}
