import { Readable } from 'node:stream';
import { type KnownFacts, writeFacts } from '@portfolio/releases/access/index.ts';
import { receiveContent, WrongContentError } from '@portfolio/releases/contents/contents.ts';
import {
  isSourceMap,
  type Release,
  releaseBase,
  templateFile,
} from '@portfolio/releases/release/release.ts';
import { languageOf } from '@portfolio/releases/release/release-texts.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import { scratchStore } from '../deploy/scratch-store.ts';
import { NotPossibleError } from '../terminal/terminal.ts';
import { type PublishingClient, unexpectedAnswer } from './publishing-client.ts';

/** The most bytes of a mirror, to protect the team's disk. */
const mostBytes = 1024 ** 3;

const atOnce = 8;

/**
 * Fetches the releases that a check needs: the live shell and the one before, and the sections' texts for the
 * navigation.
 * @param isWhole fetches all files of the sections, to inspect a shell
 * @returns a temporary store, which is deleted when the process exits
 * @throws NotPossibleError
 */
export async function mirrorSite(
  site: PublishingClient,
  facts: KnownFacts,
  { isWhole }: { isWhole: boolean },
): Promise<Store> {
  const wanted = [...facts.releases].flatMap(([name, known]) =>
    known.flatMap((release) => {
      const files = Object.keys(release.files).filter((file) =>
        isWhole || name === 'shell' ? isOpened(file) : languageOf(file),
      );
      return files.map((file) => ({ release, file }));
    }),
  );
  const sizes = wanted.map(({ release, file }) => release.files[file]?.bytes ?? 0);
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  if (bytes > mostBytes) throw unexpectedAnswer(site, `has more than ${mostBytes} bytes live`);
  const store = await scratchStore();
  await pLimit(atOnce).map(wanted, async ({ release, file }) => {
    const ref = release.files[file];
    const isTemplate = release.name === 'shell' && file === templateFile;
    const content = isTemplate
      ? Buffer.from(facts.documents.get(release.id) ?? '')
      : await fetchFile(site, release, file);
    if (!ref) return;
    await receiveContent(store, ref, Readable.from([content])).catch((error) => {
      if (!(error instanceof WrongContentError)) throw error;
      throw wrongFile(site, release, file);
    });
  });
  await writeFacts(store, facts);
  return store;
}

/** Whether a browser may request a file of a release. */
function isOpened(file: string): boolean {
  return !isSourceMap(file) && !file.startsWith('tools/');
}

/** The error for a file that does not match its hash. */
export function wrongFile(
  { origin }: PublishingClient,
  { name, id }: Release,
  file: string,
): NotPossibleError {
  return new NotPossibleError(
    `${origin} does not send ${file} of ${name}@${id} as it should be. Try again; if it stays so, tell the owner.`,
  );
}

/** Fetches a file of a release, which the caller compares with its hash. */
export async function fetchFile(
  site: PublishingClient,
  release: Release,
  file: string,
): Promise<Buffer> {
  const address = releaseBase(release) + file.split('/').map(encodeURIComponent).join('/');
  const { bytes = 0 } = release.files[file] ?? {};
  // The margin is for a longer error page.
  const { status, body } = await site.ask('GET', address, {}, bytes + 100_000);
  return status === 200 ? body : Buffer.alloc(0);
}
