import { type Contents, compressContent, readContent, sentBytes } from '../contents/contents.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import { faultOfTemplate, faultOfWeight, faultsOfNames } from './limits.ts';
import type { Allowance } from './origins.ts';
import { type Release, templateFile } from './release.ts';
import { readTexts, type Texts } from './texts.ts';

/** What a release was found to be. */
export interface Examined {
  texts: Texts;
  /** Each a sentence that says what to do. */
  faults: string[];
}

/**
 * Examines what every release has to be before it comes into the store, whoever made it: the names of its
 * files, its texts, the document of a shell, and the weight of a section's first script. No code in it is
 * run. Its contents are here already, and are compressed now unless they are.
 */
export async function examineFiles(
  contents: Contents,
  release: Pick<Release, 'name' | 'files' | 'entry'>,
  allowance: Allowance | undefined,
): Promise<Examined> {
  const faults = faultsOfNames(release.files);
  const texts = await readTexts(contents, release, (fault) => faults.push(fault));
  const fault =
    release.name === 'shell'
      ? await faultOfShell(contents, release)
      : await faultOfScript(contents, release, allowance);
  if (fault !== undefined) faults.push(fault);
  if (faults.length === 0)
    for (const [file, ref] of Object.entries(release.files))
      await compressContent(contents, ref, file);
  return { texts, faults };
}

async function faultOfShell(contents: Contents, { files }: Pick<Release, 'files'>) {
  const ref = Object.hasOwn(files, templateFile) ? files[templateFile] : undefined;
  if (!ref) return `${templateFile} is missing: documents are made of it.`;
  try {
    const fault = faultOfTemplate(String(await readContent(contents, ref, templateFile)));
    return fault && `${templateFile} ${fault}.`;
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    return `${error.message}.`;
  }
}

async function faultOfScript(
  contents: Contents,
  { name, files, entry }: Pick<Release, 'name' | 'files' | 'entry'>,
  allowance: Allowance | undefined,
): Promise<string | undefined> {
  const ref = files[entry];
  if (!ref) return undefined;
  await compressContent(contents, ref, entry);
  return faultOfWeight(name, await sentBytes(contents, ref), allowance);
}
