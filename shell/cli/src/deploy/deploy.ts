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
import { checkBuild } from '../checks/check-build.ts';
import { checkSources } from '../checks/check-sources.ts';
import { build } from './build.ts';
import { readCommit } from './commit.ts';
import type { Inspection } from './inspection.ts';
import { pageOf, readManifest } from './manifest.ts';

/** What to deploy, and how. */
export interface DeployOptions {
  name: string;
  /** The folder with its `package.json`. */
  source: string;
  /** Published, but not live. */
  isPreview?: boolean;
  /** Opens the published release in a browser before it goes live. */
  inspection: Inspection;
}

/**
 * The one way into the store, for everybody: check the sources → build → check the build → publish
 * → inspect → activate. What is cheap comes first.
 * @throws ReleaseRefusedError; what is live has not changed then.
 */
export async function deploy(store: Store, options: DeployOptions): Promise<Release> {
  const { name, source, isPreview = false, inspection } = options;
  if (!releaseName.safeParse(name).success) throw refuse.noName(name);
  const manifest = await readManifest(source);
  const { peerDependencies = {}, budget } = manifest;
  const contract: Pick<Release, 'name' | 'requires' | 'provides' | 'page'> =
    name === 'shell'
      ? { name, requires: {}, provides: providedVersions() }
      : { name, requires: peerDependencies, page: pageOf(name, source, manifest) };
  refuseFaults(name, await checkSources(store, { folder: source, contract }));
  const staging = await makeStagingFolder(store);
  try {
    const { entry, modules } = await build(name, source, staging);
    const built: Release = {
      ...(await fingerprint(staging, contract.page)),
      ...contract,
      entry,
      createdAt: new Date().toISOString(),
      commit: await readCommit(source),
    };
    refuseFaults(name, await checkBuild({ release: built, folder: staging, modules, budget }));
    const release = await publish(store, built, staging);
    await inspection.inspect(release);
    if (!isPreview) await putLive(store, release);
    return release;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function refuseFaults(name: string, faults: readonly string[]): void {
  if (faults.length > 0) throw refuse.faults(name, faults);
}
