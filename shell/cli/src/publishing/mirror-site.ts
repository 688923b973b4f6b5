import { Readable } from 'node:stream';
import { serverFile } from '@portfolio/contract/rendering.ts';
import { type KnownFacts, writeFacts } from '@portfolio/releases/access/index.ts';
import { receiveContent } from '@portfolio/releases/contents/contents.ts';
import { integrityOf } from '@portfolio/releases/contents/integrity.ts';
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
 * @param isWhole fetches all files, for a site that is developed
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
      const files = Object.entries(release.files).filter(([file]) =>
        isWhole ? !isSourceMap(file) : languageOf(file) || (name === 'shell' && isForPages(file)),
      );
      return files.map(([file, ref]) => ({ release, file, ref }));
    }),
  );
  const bytes = wanted.reduce((sum, { ref }) => sum + ref.bytes, 0);
  if (bytes > mostBytes) throw unexpectedAnswer(site, `has more than ${mostBytes} bytes live`);
  const store = await scratchStore(facts.connectOrigins);
  await pLimit(atOnce).map(wanted, async ({ release, file, ref }) => {
    const isTemplate = release.name === 'shell' && file === templateFile;
    const content = isTemplate
      ? checkFile(site, release, file, Buffer.from(facts.documents.get(release.id) ?? ''))
      : await fetchFile(site, release, file);
    await receiveContent(store, ref, Readable.from([content]));
  });
  await writeFacts(store, facts);
  return store;
}

/** Whether a shell's file is for the pages of sections. */
function isForPages(file: string): boolean {
  return [templateFile, serverFile, 'owner.json'].includes(file);
}

/** Fetches a file of a release. @throws NotPossibleError if it is not what its hash says */
async function fetchFile(site: PublishingClient, release: Release, file: string): Promise<Buffer> {
  const address = releaseBase(release) + file.split('/').map(encodeURIComponent).join('/');
  const { bytes = 0 } = release.files[file] ?? {};
  // The margin is for a longer error page.
  const { body } = await site.ask('GET', address, {}, bytes + 100_000);
  return checkFile(site, release, file, body);
}

function checkFile(
  { origin }: PublishingClient,
  { name, id, files }: Release,
  file: string,
  content: Buffer,
): Buffer {
  if (integrityOf(content) === files[file]?.integrity) return content;
  throw new NotPossibleError(
    `${origin} does not send ${file} of ${name}@${id} as it should be. Try again; if it stays so, tell the owner.`,
  );
}
