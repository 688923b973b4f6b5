import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer-backup.ts';
import { DatabaseAwayError } from '@portfolio/releases/postgres/errors.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import { readBuilt, rememberBuilt } from '@portfolio/releases/store/built-from.ts';
import { copyIn } from '@portfolio/releases/store/open-store.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { type Inspection, openInspection, skipInspection } from '../browser/inspection.ts';
import { deploy } from '../deploy/deploy.ts';
import { hashSources } from '../deploy/sources.ts';
import { findDeployable, listDeployables, previewLink, readSettings } from '../project.ts';
import { showProgress } from '../terminal.ts';
import { withStore } from '../with-store.ts';

/** `portfolio deploy [name]` */
export async function deployOne(
  name: string | undefined,
  { preview: isPreview = false, skipBrowser = false },
): Promise<void> {
  const deployable = await findDeployable(name);
  await withInspection({ isSkipped: skipBrowser }, async (store, inspection, linkTo) => {
    showProgress(`Checking, building and inspecting ${deployable.name}`);
    const release = await deploy(store, { ...deployable, isPreview, inspection });
    const ref = `${release.name}@${release.id}`;
    console.log(isPreview ? `Preview of ${ref}: ${linkTo(release)}` : `${ref} is live.`);
    // It may have changed the navigation, which stands in the pages of all others.
    if (!isPreview) await inspection.prerender();
  });
}

/**
 * `portfolio deploy --changed`: the shell and every section whose sources changed since they were
 * last deployed from here. What the owner rolled back stays rolled back as long as its sources are
 * the same.
 */
export async function deployChanged(options: {
  skipBrowser?: boolean;
  pagesLater?: boolean;
}): Promise<void> {
  try {
    await deployWhatChanged(options);
  } catch (error) {
    // A machine that is started without its database serves what it has.
    const [live] = await readPointer(copyIn(readSettings().DATA_DIR), 'shell').catch(() => []);
    if (!(error instanceof DatabaseAwayError) || !live) throw error;
    console.error(`${error.message}\nWhat is live stays.`);
  }
}

function deployWhatChanged({ skipBrowser = false, pagesLater = false }): Promise<void> {
  const given = { isSkipped: skipBrowser, isOptional: true };
  return withInspection(given, async (store, inspection) => {
    // All pages together are made faster than one after the other.
    const first: Inspection = { ...inspection, prerender: async () => {} };
    for (const { name, source } of await listDeployables()) {
      const hash = await hashSources(name, source);
      const lost = await findLost(store, name);
      if ((await readBuilt(store, name)) === hash && !lost) continue;
      if (lost) console.log(`${lost} should be live and cannot be: it is released again.`);
      console.log(`Building and releasing ${name} …`);
      try {
        const release = await deploy(store, { name, source, inspection: first });
        await rememberBuilt(store, name, hash);
        console.log(`${name}@${release.id} is live.`);
      } catch (error) {
        // One section that is refused is no reason to take the site down: its live release stays.
        const [live] = (await readPointerOrLast(store, name)).ids;
        if (!(error instanceof ReleaseRefusedError) || !live) throw error;
        console.error(`${error.message}\n${name}@${live} stays live.`);
      }
    }
    if (!pagesLater) await inspection.prerender();
  });
}

/** A live release that is broken, or of a time when ids were made in another way. */
async function findLost(store: Store, name: string): Promise<string | undefined> {
  const [live] = (await readPointerOrLast(store, name)).ids;
  const isThere = live === undefined || (await readRelease(store, name, live)) !== undefined;
  return isThere ? undefined : `${name}@${live}`;
}

type LinkTo = Parameters<typeof openInspection>[1]['linkTo'];

async function withInspection(
  { isSkipped, isOptional = false }: { isSkipped: boolean; isOptional?: boolean },
  work: (store: Store, inspection: Inspection, linkTo: LinkTo) => Promise<void>,
): Promise<void> {
  await withStore(async (store, settings) => {
    const linkTo: LinkTo = (release) => previewLink(settings, release);
    const inspection = isSkipped
      ? skipInspection(console.log)
      : openInspection(store, { linkTo, say: console.log, isOptional });
    try {
      await work(store, inspection, linkTo);
    } finally {
      await inspection.close();
    }
  });
}
