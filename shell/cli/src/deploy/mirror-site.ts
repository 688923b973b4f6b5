import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type KnownFacts, templateFile } from '@portfolio/releases/access/index.ts';
import { faultsOfNames } from '@portfolio/releases/checks/release-files.ts';
import { writePointer } from '@portfolio/releases/live/pointer.ts';
import { integrityOf } from '@portfolio/releases/release/fingerprint.ts';
import { isSourceMap, type Release, releaseBase } from '@portfolio/releases/release/release.ts';
import { languageOf } from '@portfolio/releases/release/texts.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { makeStagingFolder, type Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import { NotPossibleError } from '../terminal.ts';
import { type Site, unexpectedAnswer } from './remote-site.ts';
import { scratchStore } from './scratch-store.ts';

/** Of all files together: the room that a site may take on the disk of a team. */
const mostBytes = 1024 ** 3;

/** Files that are fetched at a time. */
const atOnce = 8;

/**
 * Fetches what a release is built, checked and looked at with: the shell that visitors have and the
 * one before, and of the sections their texts, which the navigation is made of. Every file is compared
 * with its hash.
 * @param isWhole with all files of the sections, as a shell is looked at with them
 * @returns a store of this command alone, which is removed when the process exits
 * @throws NotPossibleError
 */
export async function mirrorSite(
  site: Site,
  { releases, documents, allowances }: KnownFacts,
  { isWhole }: { isWhole: boolean },
): Promise<Store> {
  const store = scratchStore();
  if (allowances) store.allowances = allowances;
  let bytes = 0;
  for (const [each, known] of releases) {
    for (const release of known) {
      const files = Object.keys(release.files).filter((file) =>
        isWhole || each === 'shell' ? !isSourceMap(file) : languageOf(file),
      );
      const template = documents.get(release.id);
      bytes += files.reduce((sum, file) => sum + (release.files[file]?.bytes ?? 0), 0);
      if (bytes > mostBytes) throw unexpectedAnswer(site, `has more than ${mostBytes} bytes live`);
      if (faultsOfNames(release.files).length > 0)
        throw unexpectedAnswer(site, `has files in ${each}@${release.id} that cannot lie together`);
      await fetchRelease(site, store, release, files, template);
    }
    await writePointer(
      store,
      each,
      known.map(({ id }) => id),
    );
  }
  return store;
}

async function fetchRelease(
  site: Site,
  store: Store,
  release: Release,
  files: string[],
  template = '',
) {
  const staging = await makeStagingFolder(store, release.name);
  await pLimit(atOnce).map(files, async (file) => {
    const target = path.join(staging, file);
    await mkdir(path.dirname(target), { recursive: true });
    const isTemplate = release.name === 'shell' && file === templateFile;
    const given = isTemplate ? Buffer.from(template) : await fetchFile(site, release, file);
    await writeFile(target, compared(site, release, file, given));
  });
  await publish(store, release, staging);
}

async function fetchFile(site: Site, release: Release, file: string): Promise<Buffer> {
  const address = releaseBase(release) + file.split('/').map(encodeURIComponent).join('/');
  const { bytes = 0 } = release.files[file] ?? {};
  // Bounds an answer that is no release.
  const { status, body } = await site.ask('GET', address, {}, bytes + 100_000);
  return status === 200 ? body : Buffer.alloc(0);
}

/** @throws NotPossibleError */
function compared(site: Site, release: Release, file: string, content: Buffer): Buffer {
  if (integrityOf(content) === release.files[file]?.integrity) return content;
  throw new NotPossibleError(
    `${site.origin} does not send ${file} of ${release.name}@${release.id} as it should be. Try again; if it stays so, tell the owner.`,
  );
}
