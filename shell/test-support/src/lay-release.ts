import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookAgainMs } from '@portfolio/releases/live/live-releases.ts';
import { putLive } from '@portfolio/releases/live/move-pointer.ts';
import { readPointer, writePointer } from '@portfolio/releases/live/pointer.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { makeStagingFolder, releaseFolder, type Store } from '@portfolio/releases/store/store.ts';
import { withStoreLock } from '@portfolio/releases/store/store-lock.ts';
import { isServedByNone } from './temporary-store.ts';

type Says = Pick<Partial<Release>, 'origins' | 'page' | 'pages' | 'provides' | 'requires'>;

/** Lays a release with these files into a store and makes it live, as a deploy would after its build. */
export async function layRelease(
  store: Store,
  name: string,
  files: Record<string, string | Uint8Array>,
  says: Says = {},
): Promise<Release> {
  const { release, staging } = await buildRelease(store, name, files, says);
  if (store.remote) {
    const published = await publish(store, release, staging);
    await putLive(store, published);
    await rm(staging, { recursive: true });
    return published;
  }
  await writeFile(path.join(staging, 'release.json'), JSON.stringify(release));
  await rename(staging, releaseFolder(store, name, release.id));
  const before = await readPointer(store, name);
  await writePointer(store, name, [release.id, ...before]);
  // Many who ask a server in this time are answered with what was live before.
  if (!isServedByNone(store)) await sleep(lookAgainMs);
  return release;
}

/** Writes a pointer as no command does. */
export async function point(store: Store, name: string, ids: string[]): Promise<void> {
  await withStoreLock(store, name, (locked) => writePointer(locked, name, ids));
}

/** A release with these files as a build leaves it, in a folder that can be published. */
export async function buildRelease(
  store: Store,
  name: string,
  files: Record<string, string | Uint8Array>,
  says: Says = {},
): Promise<{ release: Release; staging: string }> {
  const staging = await makeStagingFolder(store, name);
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(staging, file)), { recursive: true });
    await writeFile(path.join(staging, file), content);
  }
  const entry = Object.keys(files).find((file) => file.endsWith('.mjs')) ?? '';
  const release = await fingerprint(staging, {
    name,
    entry,
    createdAt: new Date().toISOString(),
    commit: 'abc1234',
    requires: {},
    ...says,
  });
  return { release, staging };
}
