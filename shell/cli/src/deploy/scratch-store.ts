import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFacts } from '@portfolio/releases/access/index.ts';
import { contentFile } from '@portfolio/releases/contents/contents.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import { activate } from '@portfolio/releases/live/move-live.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { fallbackDepth, findRelease, readLive } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { ownPackage, repository } from '../own-package.ts';
import { disposableFolder } from '../project/disposable-folder.ts';
import { openQuietly } from '../project/project.ts';
import { deploySources } from './deploy-sources.ts';

/** The folder of the shell in a packed command line; its description is beside it, in `released.json`. */
export const packedShell = path.join(ownPackage, 'released');

/** Opens a temporary store, which is deleted when the process exits. */
export function scratchStore(CONNECT_ORIGINS: readonly string[] = []): Promise<Store> {
  return openQuietly({ DATA_DIR: disposableFolder('scratch').folder, CONNECT_ORIGINS });
}

/** Copies live releases and those before. @returns undefined without a live shell */
export async function copyLive(store: Store): Promise<Store | undefined> {
  const copy = await scratchStore(store.connectOrigins);
  const live = [...readLive(store)].map(([name, { ids }]) => {
    const kept = ids.slice(0, fallbackDepth);
    return [name, kept.flatMap((id) => findRelease(store, { name, id }) ?? [])] as const;
  });
  const releases = new Map(live);
  const refs = live.flatMap(([, known]) => known.flatMap(({ files }) => Object.values(files)));
  for (const hash of new Set(refs.map(hashName))) {
    const target = contentFile(copy, hash);
    await mkdir(path.dirname(target), { recursive: true });
    // Reading the copy will report a missing file.
    await copyFile(contentFile(store, hash), target).catch(() => {});
  }
  await writeFacts(copy, { releases });
  return releases.get('shell')?.length ? copy : undefined;
}

/** Makes a store with only the shell of the repository, or of the packed command line. */
export async function releaseShell(): Promise<Store> {
  const store = await scratchStore();
  if (repository) {
    const source = path.join(repository, 'shell');
    await deploySources(store, { name: 'shell', source });
    return store;
  }
  const declared = JSON.parse(await readFile(`${packedShell}.json`, 'utf8'));
  const release = await fingerprint(store, packedShell, declared);
  await activate(store, await publish(store, release));
  return store;
}
