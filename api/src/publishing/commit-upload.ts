import { link, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  type AuditEntry,
  type Change,
  type Deed,
  hashName,
  PublishRefusedError,
  pagesIn,
  readAllowances,
} from '@portfolio/releases/access/index.ts';
import {
  faultOfWeight,
  faultsOfNames,
  sentSize,
} from '@portfolio/releases/checks/release-files.ts';
import { checkSuitsLive, type Texts } from '@portfolio/releases/checks/suits-live.ts';
import { BrokenFileError } from '@portfolio/releases/folder/read-inside.ts';
import { putLive, rollBack } from '@portfolio/releases/live/move-pointer.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import {
  BadPagesError,
  keepPages,
  type PrerenderedPages,
  parsePages,
  readPageFile,
} from '@portfolio/releases/markup/prerendered-pages.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { languageOf, parseTexts } from '@portfolio/releases/release/texts.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import { missingOf, type Upload } from './uploads.ts';
import type { Signer } from './verify-request.ts';

/** Pages with the release and the layout they belong to. */
interface PagesInPlace {
  name: string;
  id: string;
  layout: string;
  pages: PrerenderedPages;
}

/** Hashing and compressing a release takes a processor and memory, so one is examined at a time. */
const examineInTurn = pLimit(1);

/** Who did what, by their statement. */
export function deedOf({
  keyId,
  statement,
}: Pick<Signer, 'keyId' | 'statement'>): Deed & Pick<AuditEntry, 'did'> {
  const { does, section, counter } = statement;
  if (does === 'list' || does === 'read') return { key: keyId, did: does, section, counter };
  const { release, live } = statement;
  const isPreview = does === 'publish' && statement.isPreview;
  return {
    key: keyId,
    did: isPreview ? 'publish a preview' : does,
    section,
    release,
    from: live ?? undefined,
    counter,
  };
}

/**
 * Compares what is live with what a signer saw: two members of a team must not overtake each other
 * unseen. A signer whose answer was lost sees the release itself.
 * @throws PublishRefusedError
 */
export function refuseOvertaken({ section, release, live }: Change) {
  return (now: string | undefined): void => {
    if ((now ?? null) !== live && now !== release)
      throw new PublishRefusedError(
        409,
        `Meanwhile ${now ? `${section}@${now} went live` : `${section} was taken out of what is live`}, and you saw ${live ?? 'none'}. Look at it, and deploy again.`,
        { live: now ?? null },
      );
  };
}

/** Makes a release of the store live, or goes back to one. @throws PublishRefusedError, ReleaseRefusedError */
export async function moveLive(
  store: Store,
  signer: { keyId: string; statement: Change },
  pages?: number,
): Promise<void> {
  const { does, section, release } = signer.statement;
  const look = refuseOvertaken(signer.statement);
  const deed = { ...deedOf(signer), pages };
  if (does === 'roll back') await rollBack(store, section, release, look, deed);
  else await putLive(store, { name: section, id: release }, look, deed);
}

/**
 * Makes a release of what was sent: examined → in the store by one rename → live. It can be repeated
 * after it was interrupted anywhere, and two processes can do it at once.
 * @param recheck throws when the key was removed or narrowed meanwhile
 * @returns how many files of pages were kept
 * @throws PublishRefusedError, ReleaseRefusedError; what is live has not changed then
 */
export async function commitUpload(
  store: Store,
  upload: Upload,
  { recheck, bound }: { recheck: () => Promise<unknown>; bound: (locked: Store) => Promise<void> },
): Promise<number> {
  const { statement, folder, word } = upload;
  const missing = await missingOf(upload);
  if (missing.length > 0)
    throw new PublishRefusedError(409, 'Not all of it has been sent.', { missing });
  // No other commit uses it; it is removed with the upload.
  const staging = path.join(folder, `${word}.${crypto.randomUUID()}.staging`);
  await mkdir(staging);
  try {
    // Outside the lock: only a section that has spent its share of parsing waits here.
    const { pages, faults } = await examinePages(upload);
    const release = await examineInTurn(() => examineUpload(store, upload, staging, faults));
    await recheck();
    await publish(store, release, staging, bound);
    const kept = await keepAllowed(store, statement, pages);
    await recheck();
    if (!statement.isPreview) await moveLive(store, upload, kept);
    return kept;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Parses the pages that were sent; their faults are reported with all others. */
async function examinePages({ statement, folder }: Upload) {
  const pages: PagesInPlace[] = [];
  const faults: string[] = [];
  const note = collect(faults);
  for (const { place, ...where } of pagesIn(statement)) {
    const what = `The pages of ${where.name}@${where.id} under ${where.layout}`;
    const content = await readFile(path.join(folder, hashName(place)));
    await note(async () => {
      pages.push({ ...where, pages: await parsePages(content, what, statement.section) });
    });
  }
  return { pages, faults };
}

/**
 * Lays the files that were sent into a folder, compares them with the statement, and asks of them
 * what a deploy asks. No code in them is run.
 * @throws PublishRefusedError with a sentence for each fault
 */
async function examineUpload(
  store: Store,
  { statement, folder }: Upload,
  staging: string,
  faultsOfPages: readonly string[],
): Promise<Release> {
  const { description, section } = statement;
  const impossible = faultsOfNames(description.files);
  if (impossible.length > 0) throw refusedFor(section, impossible);
  const faults = [...faultsOfPages];
  const texts: Record<string, Texts[string]> = {};
  const note = collect(faults);
  for (const [file, place] of Object.entries(description.files)) {
    const target = path.join(staging, file);
    await mkdir(path.dirname(target), { recursive: true });
    // Equal contents are stored once.
    await link(path.join(folder, hashName(place)), target);
    const language = languageOf(file);
    if (!language) continue;
    const content = await readFile(target);
    await note(async () => (texts[language] = parseTexts(content, file) as Texts[string]));
  }
  if (faults.length === 0) faults.push(...(await checkSuitsLive(store, description, texts)));
  if (faults.length > 0) throw refusedFor(section, faults);
  const { files: _files, id: _id, ...declared } = description;
  const release = await fingerprint(staging, declared);
  if (release.id !== statement.release) {
    // Files are hashed when they arrive, so they were damaged since, and have to be sent again.
    for (const place of Object.values(description.files))
      await rm(path.join(folder, hashName(place)), { force: true });
    throw new PublishRefusedError(422, 'What was sent was damaged on the disk. Deploy again.');
  }
  const allowance = (await readAllowances(store))?.[section];
  const bytes = await sentSize(path.join(staging, release.entry));
  const tooHeavy = section === 'shell' ? undefined : faultOfWeight(section, bytes, allowance);
  if (tooHeavy) throw refusedFor(section, [tooHeavy]);
  return release;
}

/**
 * Keeps the pages that the statement may bring. A preview never changes what visitors see: it brings
 * pages only for a release that no pointer names, and none over existing ones.
 */
async function keepAllowed(
  store: Store,
  { section, release, isPreview }: Pick<Change, 'section' | 'release'> & { isPreview: boolean },
  pages: readonly PagesInPlace[],
): Promise<number> {
  const { ids } = await readPointerOrLast(store, section);
  if (isPreview && ids.includes(release)) return 0;
  let kept = 0;
  for (const { pages: each, ...place } of pages) {
    const isKnown = isPreview && (await readPageFile(store, place).catch(() => undefined));
    // A section's release may have been pruned since the shell was built.
    if (isKnown || !(await readRelease(store, place.name, place.id))) continue;
    await keepPages(store, place, each);
    kept += 1;
  }
  return kept;
}

/** Records what a team's content is refused for; all else is a defect. */
function collect(faults: string[]) {
  return async (read: () => Promise<unknown>): Promise<void> => {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof BrokenFileError || error instanceof BadPagesError)) throw error;
      faults.push(error.message);
    }
  };
}

function refusedFor(section: string, faults: readonly string[]): PublishRefusedError {
  const list = faults.map((fault) => `  - ${fault}`).join('\n');
  const sentence = `${section} was not released. Correct this first:\n${list}`;
  return new PublishRefusedError(422, sentence, { faults });
}
