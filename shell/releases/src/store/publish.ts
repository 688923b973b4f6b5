import { byHash } from '../contents/integrity.ts';
import type { Steps } from '../database/database.ts';
import type { Release } from '../release/release.ts';
import { ReleaseRefusedError } from '../release/release-errors.ts';
import { releaseInside, writeRelease } from './release-rows.ts';
import { changeSite, type Store } from './store.ts';

/**
 * Adds a release whose contents are in this machine's folder, and which was examined. The same content
 * deployed again is the same release, as it was first made; a row of it that a disk has damaged is written
 * anew.
 * @param onBefore runs within the transaction, and throws when the release must not come into the store
 * @returns the release as it is in the store
 * @throws ReleaseRefusedError
 */
export async function publish(
  store: Store,
  release: Release,
  onBefore: () => Steps<void> = function* () {},
): Promise<Release> {
  const contents = byHash(Object.values(release.files));
  await store.shared.sendContents(contents.values());
  return changeSite(store, function* () {
    yield* onBefore();
    const known = yield* releaseInside(release);
    if (known) return known;
    // Collecting what no release names is a transaction of its own, so from here on nothing goes.
    const lacking = yield* store.shared.missingContents([...contents.keys()]);
    if (lacking.length > 0)
      throw new ReleaseRefusedError(
        `${release.name}@${release.id} took more than an hour to get ready, and its files were collected meanwhile. Deploy again.`,
      );
    yield* writeRelease(release);
    return release;
  });
}
