import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PublishRefusedError, pagesIn } from '@portfolio/releases/access/index.ts';
import { faultsOfNames } from '@portfolio/releases/checks/release-files.ts';
import type { Texts } from '@portfolio/releases/checks/suits-live.ts';
import { checkSuitsLive } from '@portfolio/releases/checks/suits-live.ts';
import { BrokenFileError } from '@portfolio/releases/folder/read-inside.ts';
import {
  BadPagesError,
  type PrerenderedPages,
  parsePages,
} from '@portfolio/releases/markup/parse-pages.ts';
import { languageOf, parseTexts } from '@portfolio/releases/release/texts.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { readReceived } from './received.ts';
import type { Upload } from './uploads.ts';

/** Pages with the release and the frame they belong to. */
interface PagesInPlace {
  name: string;
  id: string;
  frame: string;
  pages: PrerenderedPages;
}

/**
 * Compares all that was sent with the statement, lays its files into a folder, and asks of them what
 * a deploy asks. No code in them is run.
 * @returns its pages, each with its place
 * @throws PublishRefusedError with a sentence for each fault
 */
export async function examineUpload(
  store: Store,
  { statement, folder }: Upload,
  target: string,
): Promise<PagesInPlace[]> {
  const { description, section } = statement;
  const faults = faultsOfNames(description.files);
  if (faults.length > 0) throw refusedFor(section, faults);
  await rm(target, { recursive: true, force: true });
  await mkdir(target);
  const texts: Record<string, Texts[string]> = {};
  const note = collect(faults);
  for (const [file, place] of Object.entries(description.files)) {
    const content = await readReceived(folder, place);
    if (!content) {
      faults.push(`${file} is not what the statement lists. It was thrown away: send it again.`);
      continue;
    }
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    await writeFile(path.join(target, file), content, { flag: 'wx' });
    const language = languageOf(file);
    if (language)
      await note(async () => (texts[language] = parseTexts(content, file) as Texts[string]));
  }
  const pages: PagesInPlace[] = [];
  for (const { place, ...where } of pagesIn(statement)) {
    const what = `The pages of ${where.name}@${where.id} under ${where.frame}`;
    const content = await readReceived(folder, place);
    if (!content) faults.push(`${what} are not what the statement lists: send them again.`);
    else
      await note(async () =>
        pages.push({ ...where, ...(await parsePages(content, what, where.name)) }),
      );
  }
  if (faults.length === 0) faults.push(...(await checkSuitsLive(store, description, texts)));
  if (faults.length > 0) throw refusedFor(section, faults);
  return pages;
}

/** Records what a content is refused for; all else is a defect. */
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
