import { serverFile } from '@portfolio/contract/rendering.ts';
import { type Contents, compressContent, readContent, sentBytes } from '../contents/contents.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import { findFirstScripts } from './first-scripts.ts';
import { isFragment, mostFragmentBytes, readFragments } from './fragments.ts';
import { faultOfTemplate, faultOfWeight } from './limits.ts';
import { type Release, templateFile } from './release.ts';
import { readTexts, type Texts } from './release-texts.ts';

export interface Examined {
  texts: Texts;
  /** Sentences that say what to do. */
  faults: string[];
}

/**
 * Examines a release of a deploy or a team before it is published: its texts, the markup of its pages, a shell's
 * document, and the weight of a section's first scripts. Runs none of its code. Makes missing compressed copies of its contents.
 * @param live the live release of the name, whose files were examined
 */
export async function examineFiles(
  contents: Contents,
  release: Pick<Release, 'name' | 'files' | 'entry'>,
  live: Pick<Release, 'files'> | undefined,
): Promise<Examined> {
  const { texts, faults } = await readTexts(contents, release);
  try {
    if (release.name === 'shell') faults.push(...(await faultsOfShell(contents, release)));
    else faults.push(...(await faultsOfScripts(contents, release)));
    faults.push(...(await faultsOfFragments(contents, release, live)));
    if (faults.length === 0) {
      for (const [file, ref] of Object.entries(release.files)) {
        if (file !== serverFile) await compressContent(contents, ref, file);
      }
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

/** Documents contain fragments as they are, so a fragment has to be what an HTML parser writes. */
async function faultsOfFragments(
  contents: Contents,
  { files }: Pick<Release, 'files'>,
  live: Pick<Release, 'files'> | undefined,
): Promise<string[]> {
  const texts = new Map<string, string>();
  const faults: string[] = [];
  for (const [file, ref] of Object.entries(files).filter(([each]) => isFragment(each))) {
    if (live?.files[file]?.integrity === ref.integrity) continue;
    if (ref.bytes > mostFragmentBytes)
      faults.push(`${file} has more than ${mostFragmentBytes} bytes.`);
    else texts.set(file, String(await readContent(contents, ref, file)));
  }
  const read = await readFragments(texts);
  const changed = [...read.files].filter(([file, text]) => texts.get(file) !== text);
  return [
    ...faults,
    ...read.faults,
    ...changed.map(([file]) => `${file} is not read as it is written.`),
  ];
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
