import { byHash } from '../contents/integrity.ts';
import type { Steps } from '../database/database.ts';
import type { Release } from '../release/release.ts';
import { ReleaseRefusedError } from '../release/release-errors.ts';
import { releaseInside, writeRelease } from './release-rows.ts';
import { changeSite, type Store } from './store.ts';

/**
 * Adds an examined release whose contents are in this machine's folder. Equal content that is published again keeps
 * its first row.
 * @param onWrite runs within the transaction, and throws to refuse the release
 * @returns the stored release
 * @throws ReleaseRefusedError
 */
export async function publish(
  store: Store,
  release: Release,
  onWrite: () => Steps<void> = function* () {},
): Promise<Release> {
  const contents = byHash(Object.values(release.files));
  await store.shared.sendContents(contents.values());
  return changeSite(store, function* () {
    yield* onWrite();
    const known = yield* releaseInside(release);
    if (known) return known;
    // Contents are collected in other transactions, so none is removed from here on.
    const lacking = yield* store.shared.missingContents([...contents.keys()]);
    if (lacking.length > 0)
      throw new ReleaseRefusedError(
        `${release.name}@${release.id} took more than an hour to get ready, and its files were collected meanwhile. Deploy again.`,
      );
    yield* writeRelease(release);
    return release;
  });
}
