import { addRelease } from '@portfolio/releases/live/add-release.ts';
import type { LiveSite } from '@portfolio/releases/live/fits-live.ts';
import { readLiveSet } from '@portfolio/releases/live/follow-live-releases.ts';
import { wasRolledBack } from '@portfolio/releases/live/move-live.ts';
import { describeFolder } from '@portfolio/releases/release/describe-folder.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { rememberBuilt } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { inWorkFolder } from '@portfolio/releases/store/work-folder.ts';
import { hashInputs } from '../build/build-inputs.ts';
import { repository } from '../own-package.ts';
import type { Deployable, Purpose } from '../project/project.ts';
import { makeRelease } from './make-release.ts';

export interface SourcesToDeploy extends Deployable, Purpose, Pick<LiveSite, 'replaced'> {
  /** The user did not name it, as with `--changed`, so a rolled back release stays so. */
  isUnasked?: boolean;
}

/**
 * Deploys into a store: makes a release of the sources, publishes, activates.
 * @throws ReleaseRefusedError; what is live has not changed then.
 */
export async function deploySources(store: Store, options: SourcesToDeploy): Promise<Release> {
  const { name, isPreview, isCheckOnly, isUnasked, replaced } = options;
  // Inputs may change during the build, and a team has none of the repository.
  const builtFrom = repository ? hashInputs(options.source) : '';
  return inWorkFolder(store, async (work) => {
    const site = { ...store, replaced, set: await readLiveSet(store) };
    const { folder, declared } = await makeRelease(site, options, work);
    if (isUnasked) {
      const { release } = await describeFolder(folder, declared);
      if (await wasRolledBack(store, release)) {
        await rememberBuilt(store, name, builtFrom);
        throw new ReleaseRefusedError(
          `${name}@${release.id}, which these sources make, was rolled back and stays so. To make it live again: npx portfolio rollback ${name} ${release.id}`,
        );
      }
    }
    const release = await addRelease(store, folder, declared, { isPreview, isCheckOnly, replaced });
    if (!isPreview && !isCheckOnly) await rememberBuilt(store, name, builtFrom);
    return release;
  });
}
