import { cp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  PublishRefusedError,
  refusePublish,
  type Statement,
} from '@portfolio/releases/access/index.ts';
import { rollBack } from '@portfolio/releases/live/rollback.ts';
import { keepPages } from '@portfolio/releases/markup/prerendered-pages.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import { publish, putLive } from '@portfolio/releases/store/publish.ts';
import { makeStagingFolder, type Store, sectionFolder } from '@portfolio/releases/store/store.ts';
import { examineUpload } from './examine-upload.ts';
import { missingOf } from './received.ts';
import type { Upload } from './uploads.ts';

/**
 * Compares what is live with what a signer saw: two of a team must not overtake each other unseen.
 * Its own release is what somebody sees who did not get the answer.
 * @throws PublishRefusedError
 */
export function refuseOvertaken({ section, release, live }: Statement) {
  return (now: string | undefined): void => {
    if ((now ?? null) !== live && now !== release)
      throw refusePublish.overtaken(section, now, live);
  };
}

/** Makes a release of the store live, or goes back to one. @throws PublishRefusedError, ReleaseRefusedError */
export async function moveLive(store: Store, statement: Statement): Promise<void> {
  const { does, section, release } = statement;
  const look = refuseOvertaken(statement);
  if (does === 'roll back') await rollBack(store, section, release, look);
  else await putLive(store, { name: section, id: release }, look);
}

/**
 * Makes a release of what was sent: examined → in the store by one rename → live. It can be asked
 * for again after it broke off anywhere.
 * @throws PublishRefusedError, ReleaseRefusedError; what is live has not changed then
 */
export async function commitUpload(store: Store, upload: Upload): Promise<void> {
  const { statement, folder, token } = upload;
  const missing = await missingOf(upload);
  if (missing.length > 0)
    throw new PublishRefusedError(409, 'Not all of it has been sent.', { missing });
  const laid = path.join(folder, `${token.split('-')[1]}.laid`);
  try {
    const pages = await examineUpload(store, upload, laid);
    const { files: _files, id: _id, ...declared } = statement.description;
    const release = await fingerprint(laid, declared);
    if (release.id !== statement.release)
      throw new PublishRefusedError(422, 'What was sent is not the release that was signed.');
    await publish(store, release, await besideReleases(store, statement.section, laid));
    // Under a new shell those of a section that was pruned meanwhile are nobody's.
    for (const { pages: each, ...place } of pages)
      if (await readRelease(store, place.name, place.id)) await keepPages(store, place, each);
    if (!statement.isPreview) await moveLive(store, statement);
  } finally {
    await rm(laid, { recursive: true, force: true });
  }
}

/** A release appears by a rename, which cannot lead from one disk to another. */
async function besideReleases(store: Store, section: string, laid: string): Promise<string> {
  const home = await stat(sectionFolder(store, section)).catch(() => stat(path.dirname(laid)));
  if (home.dev === (await stat(laid)).dev) return laid;
  const staging = await makeStagingFolder(store, section);
  await cp(laid, staging, { recursive: true });
  return staging;
}
