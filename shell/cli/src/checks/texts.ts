import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Texts } from '@portfolio/releases/checks/suits-live.ts';
import { isMissing } from '@portfolio/releases/folder/missing.ts';
import { parseTexts } from '@portfolio/releases/release/texts.ts';

/** Reads every `locales/<language>.yaml` of a folder. @throws an error that says which one is wrong. */
export async function readTexts(folder: string): Promise<Texts> {
  const files = (await listLocales(folder)).filter((file) => file.endsWith('.yaml'));
  const trees = await Promise.all(
    files.map(async (file) => {
      checkTag(file.replace(/\.yaml$/, ''), file);
      const text = await readFile(path.join(folder, 'locales', file));
      return [file.replace(/\.yaml$/, ''), parseTexts(text, `locales/${file}`)] as const;
    }),
  );
  return Object.fromEntries(trees);
}

/** Everywhere a language is called as its file is, so there is one way to write it. */
function checkTag(tag: string, file: string): void {
  const [canonical] = canonicalTag(tag);
  if (canonical !== tag)
    throw new Error(
      `locales/${file} is no name for texts: a language is named by its tag, such as en.yaml or pt-BR.yaml${canonical ? `; here ${canonical}.yaml` : ''}.`,
    );
}

function canonicalTag(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

async function listLocales(folder: string): Promise<string[]> {
  return readdir(path.join(folder, 'locales')).catch((error) => {
    throw isMissing(error) ? new Error('It has no folder locales/ with its texts.') : error;
  });
}
