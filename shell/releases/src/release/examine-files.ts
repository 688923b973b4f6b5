import { type Contents, compressContent, readContent, sentBytes } from '../contents/contents.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import { findFirstScripts } from './first-scripts.ts';
import { faultOfTemplate, faultOfWeight } from './limits.ts';
import { type Release, templateFile } from './release.ts';
import { readTexts, type Texts } from './release-texts.ts';

export interface Examined {
  texts: Texts;
  /** Sentences that say what to do. */
  faults: string[];
}

/**
 * Examines a release of a deploy or a team before it is published: its texts, a shell's document, and the weight of a
 * section's first scripts. Runs none of its code. Makes missing compressed copies of its contents.
 */
export async function examineFiles(
  contents: Contents,
  release: Pick<Release, 'name' | 'files' | 'entry'>,
): Promise<Examined> {
  const { texts, faults } = await readTexts(contents, release);
  try {
    if (release.name === 'shell') faults.push(...(await faultsOfShell(contents, release)));
    else faults.push(...(await faultsOfScripts(contents, release)));
    if (faults.length === 0) {
      for (const [file, ref] of Object.entries(release.files))
        await compressContent(contents, ref, file);
    }
    return { texts, faults };
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    // The disk damaged a content a moment ago.
    return {
      texts: {},
      faults: [...faults, `${error.message}. Deploy again, and it is sent again.`],
    };
  }
}

async function faultsOfShell(
  contents: Contents,
  { files }: Pick<Release, 'files'>,
): Promise<string[]> {
  const ref = Object.hasOwn(files, templateFile) ? files[templateFile] : undefined;
  if (!ref) return [`${templateFile} is missing: documents are made of it.`];
  const fault = faultOfTemplate(String(await readContent(contents, ref, templateFile)));
  return fault ? [`${templateFile} ${fault}.`] : [];
}

async function faultsOfScripts(
  contents: Contents,
  release: Pick<Release, 'name' | 'files' | 'entry'>,
): Promise<string[]> {
  const { files, faults } = await findFirstScripts(contents, release);
  let bytes = 0;
  for (const [file, ref] of files) {
    await compressContent(contents, ref, file);
    bytes += await sentBytes(contents, ref);
  }
  const tooHeavy = faultOfWeight(release.name, bytes);
  return tooHeavy ? [...faults, tooHeavy] : faults;
}
