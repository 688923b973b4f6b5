import { compressFile } from './brotli.ts';
import type { BuiltRelease } from './describe-folder.ts';
import { faultsOfFragments } from './fragments.ts';
import { count } from './limits.ts';
import { templateFile } from './release.ts';
import { readTexts, type Texts } from './release-texts.ts';

export interface Examined {
  texts: Texts;
  /** Sentences that say what to do. */
  faults: string[];
}

/** The placeholders without which a document cannot load scripts by their hashes, or a failing shell has no fallback. */
const marks = ['{{importMap}}', '{{entry}}', '{{releases}}', '{{shellBefore}}'];

/** The most compressed bytes of a section's entry. */
const mostOfEntry = 50_000;

/**
 * Examines a release of a deploy or a team before it is stored: its texts, the markup of its pages, a shell's
 * document, and the weight of a section's entry. Runs none of its code.
 */
export async function examineFiles({ release, contents }: BuiltRelease): Promise<Examined> {
  const { name, entry } = release;
  const read = async (file: string) => contents.get(file) ?? Buffer.of();
  const { texts, faults } = await readTexts(release, read);
  const fault =
    name === 'shell'
      ? faultOfTemplate(String(await read(templateFile)))
      : faultOfWeight(name, await weighFile(contents, entry));
  if (fault) faults.push(fault);
  return { texts, faults: [...faults, ...(await faultsOfFragments(contents))] };
}

function faultOfTemplate(html: string): string | undefined {
  const missing = marks.filter((mark) => !html.includes(mark));
  if (missing.length === 0) return undefined;
  return `${templateFile} lacks ${missing.join(', ')}: no page can be made of it.`;
}

function faultOfWeight(name: string, bytes: number): string | undefined {
  if (bytes <= mostOfEntry) return undefined;
  return `Its entry has ${count(bytes)} bytes (brotli), ${count(bytes - mostOfEntry)} more than the ${count(mostOfEntry)} that ${name} may load with its page. Import less of it at first.`;
}

/** The bytes of a file as it is sent. */
export async function weighFile(contents: BuiltRelease['contents'], file: string): Promise<number> {
  const content = contents.get(file) ?? Buffer.of();
  return (await compressFile(file, content))?.length ?? content.length;
}
