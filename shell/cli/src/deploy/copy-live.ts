import path from 'node:path';
import { serverFile } from '@portfolio/contract/rendering.ts';
import type { SiteFacts } from '@portfolio/releases/access/site-facts.ts';
import { addRelease } from '@portfolio/releases/live/add-release.ts';
import {
  isSourceMap,
  type Release,
  releaseBase,
  templateFile,
} from '@portfolio/releases/release/release.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { languageOf } from '@portfolio/releases/release/release-texts.ts';
import { openStore, type Store } from '@portfolio/releases/store/store.ts';
import { writeInto } from '../project/manifest.ts';
import { temporaryFolder } from '../project/project.ts';

/**
 * Copies what is live on a site, as far as pages are rendered and checked beside it, or the whole of it for development.
 * The store is deleted when the process exits.
 * @param read reads an address of the site
 */
export async function copyLive(
  { releases, connectOrigins }: SiteFacts,
  read: (address: string) => Promise<Uint8Array>,
  { isWhole = false } = {},
): Promise<Store> {
  const { shell, ...sections } = releases;
  const place = { DATA_DIR: temporaryFolder('scratch'), CONNECT_ORIGINS: connectOrigins };
  const store = await openStore(place);
  const copies = temporaryFolder('live');
  for (const live of [shell, ...Object.values(sections)]) {
    if (!live) continue;
    const copy = path.join(copies, live.name);
    const needed = Object.keys(live.files).filter((file) =>
      isWhole ? !isSourceMap(file) : isForBuild(live, file),
    );
    for (const file of needed) {
      const address = releaseBase(live) + file.split('/').map(encodeURIComponent).join('/');
      await writeInto(copy, file, await read(address));
    }
    await addRelease(store, copy, live).catch((error) => {
      // What is live was examined there; without a section the check there says what this one lacks.
      if (live.name === 'shell' || !(error instanceof ReleaseRefusedError)) throw error;
    });
  }
  return store;
}

/** Whether pages are rendered or checked with a file: texts, an entry, and what a shell has for the pages of sections. */
function isForBuild({ entry }: Release, file: string): boolean {
  const isText = languageOf(file) !== undefined;
  return isText || [entry, templateFile, serverFile, 'owner.json'].includes(file);
}
