import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readAllowances } from '@portfolio/releases/access/index.ts';
import { putLive } from '@portfolio/releases/live/move-pointer.ts';
import {
  fallbackDepth,
  readPointerOrLast,
  writePointer,
} from '@portfolio/releases/live/pointer.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import {
  inStaging,
  listNames,
  releaseFolder,
  type Store,
  storeIn,
} from '@portfolio/releases/store/store.ts';
import { openInspection } from '../browser/inspection.ts';
import { ownPackage } from '../project.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { repository } from '../terminal.ts';
import { deploy } from './deploy.ts';

/** Where a command line that was packed has the shell that it came with, as it is released. */
export const packedShell = path.join(ownPackage, 'released');

/** A store of this command alone, which is removed when the process exits. */
export function scratchStore(): Store {
  return storeIn(temporaryFolder('scratch').folder);
}

/** Copies what is live, and what it falls back to. @returns nothing where no shell is live */
export async function copyLive(store: Store): Promise<Store | undefined> {
  const allowances = await readAllowances(store).catch(() => undefined);
  const copy: Store = scratchStore();
  if (allowances) copy.allowances = allowances;
  const names = await listNames(store);
  for (const name of names) {
    const { ids } = await readPointerOrLast(store, name);
    const kept = ids.slice(0, fallbackDepth);
    for (const id of kept)
      await cp(releaseFolder(store, name, id), releaseFolder(copy, name, id), { recursive: true });
    await writePointer(copy, name, kept);
  }
  return names.includes('shell') ? copy : undefined;
}

/** A store in which the shell alone is live: the one of the repository, or that of a packed command line. */
export async function releaseShell({ isEmpty = false }): Promise<Store> {
  const store = scratchStore();
  if (isEmpty) return store;
  if (repository) {
    const source = path.join(repository, 'shell');
    const inspection = openInspection(store, { linkTo: () => '', say() {}, isSkipped: true });
    await deploy(store, { name: 'shell', source, inspection });
    return store;
  }
  return inStaging(store, 'shell', async (staging) => {
    await cp(packedShell, staging, { recursive: true });
    const text = await readFile(path.join(staging, 'release.json'), 'utf8');
    await putLive(store, await publish(store, JSON.parse(text) as Release, staging));
    return store;
  });
}
