import { compressFile } from './brotli.ts';
import type { BuiltRelease } from './describe-folder.ts';
import { isFragment, mostFragmentBytes, readFragments } from './fragments.ts';
import { BrokenFileError } from './integrity.ts';
import { faultOfTemplate, faultOfWeight } from './limits.ts';
import { type Release, templateFile } from './release.ts';
import { readTexts, type Texts } from './release-texts.ts';

export interface Examined {
  texts: Texts;
  /** Sentences that say what to do. */
  faults: string[];
}

/**
 * Examines a release of a deploy or a team before it is stored: its texts, the markup of its pages, a shell's
 * document, and the weight of a section's entry. Runs none of its code.
 * @param live the live release of the name, whose files were examined
 */
export async function examineFiles(
  { release, contents }: BuiltRelease,
  live: Pick<Release, 'files'> | undefined,
): Promise<Examined> {
  const read = async (file: string) => {
    const content = contents.get(file);
    if (!content) throw new BrokenFileError(`${file} is missing`);
    return content;
  };
  const { texts, faults } = await readTexts(release, read);
  const ofKind =
    release.name === 'shell' ? faultsOfShell(contents) : await faultsOfEntry(release, contents);
  const ofPages = await faultsOfFragments({ release, contents }, live);
  return { texts, faults: [...faults, ...ofKind, ...ofPages] };
}

/** Documents contain fragments as they are, so a fragment has to be what an HTML parser writes. */
async function faultsOfFragments(
  { release: { files }, contents }: BuiltRelease,
  live: Pick<Release, 'files'> | undefined,
): Promise<string[]> {
  const texts = new Map<string, string>();
  const faults: string[] = [];
  for (const [file, content] of contents) {
    const isKnown = live?.files[file]?.integrity === files[file]?.integrity;
    if (isKnown || !isFragment(file)) continue;
    if (content.length > mostFragmentBytes)
      faults.push(`${file} has more than ${mostFragmentBytes} bytes.`);
    else texts.set(file, String(content));
  }
  const read = await readFragments(texts);
  const changed = [...read.files].filter(([file, text]) => texts.get(file) !== text);
  const notNormal = changed.map(([file]) => `${file} is not read as it is written.`);
  return [...faults, ...read.faults, ...notNormal];
}

function faultsOfShell(contents: BuiltRelease['contents']): string[] {
  const template = contents.get(templateFile);
  if (!template) return [`${templateFile} is missing: documents are made of it.`];
  const fault = faultOfTemplate(String(template));
  return fault ? [`${templateFile} ${fault}.`] : [];
}

async function faultsOfEntry(
  { name, entry }: Release,
  contents: BuiltRelease['contents'],
): Promise<string[]> {
  const fault = faultOfWeight(name, await weighFile(contents, entry));
  return fault ? [fault] : [];
}

/** The bytes of a file as it is sent. */
export async function weighFile(contents: BuiltRelease['contents'], file: string): Promise<number> {
  const content = contents.get(file) ?? Buffer.alloc(0);
  return (await compressFile(file, content))?.length ?? content.length;
}
