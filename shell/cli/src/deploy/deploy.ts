import { rm } from 'node:fs/promises';
import {
  fingerprint,
  makeStagingFolder,
  publish,
  putLive,
  type Release,
  refuse,
  releaseName,
  type Store,
} from '@portfolio/releases';
import { providedVersions } from '../bundler/sharing.ts';
import { passGate } from '../checks/checks.ts';
import { build } from './build.ts';
import { readCommit } from './commit.ts';
import { readManifest } from './manifest.ts';

/** What to deploy. */
export interface Order {
  name: string;
  /** The folder with its `package.json` and `rspack.config.ts`. */
  source: string;
  /** Released, but not live. */
  isPreview?: boolean;
  /** Looks at the release before it goes live. @throws ReleaseRefusedError when it should not. */
  inspect?: (release: Release) => Promise<void>;
}

/**
 * Builds, checks and releases a section or the shell; live at once unless it is a preview.
 * @throws ReleaseRefusedError; what is live has not changed then.
 */
export async function deploy(store: Store, order: Order): Promise<Release> {
  const { name, source } = order;
  if (!releaseName.safeParse(name).success) throw refuse.noName(name);
  const staging = await makeStagingFolder(store);
  try {
    const { peerDependencies = {}, budget } = await readManifest(source);
    const { entry, modules } = await build(name, source, staging);
    const printed = await fingerprint(staging);
    const createdAt = new Date().toISOString();
    const commit = await readCommit(source);
    const contract =
      name === 'shell'
        ? { requires: {}, provides: providedVersions() }
        : { requires: peerDependencies };
    const built: Release = { ...printed, name, entry, createdAt, commit, ...contract };
    await passGate(store, { release: built, folder: staging, modules, budget });
    const release = await publish(store, built, staging);
    await order.inspect?.(release);
    if (!order.isPreview) await putLive(store, release);
    return release;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
