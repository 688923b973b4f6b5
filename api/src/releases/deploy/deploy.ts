import { rm } from 'node:fs/promises';
import { providedVersions } from '../../../../rspack.shared.ts';
import { refuse } from '../release-errors.ts';
import { publish, putLive } from '../store/publish.ts';
import { type Release, releaseName } from '../store/release.ts';
import { makeStagingFolder, type Store } from '../store/store.ts';
import { build } from './build.ts';
import { readCommit } from './commit.ts';
import { passGate } from './gate/gate.ts';
import { readManifest } from './manifest.ts';
import { seal } from './seal.ts';

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
    const sealed = await seal(staging);
    const createdAt = new Date().toISOString();
    const commit = await readCommit(source);
    const contract =
      name === 'shell'
        ? { requires: {}, provides: providedVersions() }
        : { requires: peerDependencies };
    const built: Release = { ...sealed, name, entry, createdAt, commit, ...contract };
    await passGate(store, { release: built, folder: staging, modules, budget });
    const release = await publish(store, built, staging);
    await order.inspect?.(release);
    if (!order.isPreview) await putLive(store, release);
    return release;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
