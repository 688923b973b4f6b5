import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextTree } from '@portfolio/contract';
import { isMissing, type LiveRelease, type LiveSet, releasesOf } from '@portfolio/releases';
import { dump, load } from 'js-yaml';

/** Such as `en` or `pt-BR`. */
export const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/** The languages a set of releases offers: those the shell has texts in. */
export async function offeredLanguages({ shell }: LiveSet): Promise<string[]> {
  const files = await readdir(path.join(shell.folder, 'locales'));
  const names = files.filter((file) => file.endsWith('.yaml')).map((file) => file.slice(0, -5));
  return names.filter((name) => languageTag.test(name)).sort();
}

/**
 * The one translation document of a language: the shell's texts and those of every live section, so
 * that a section and its words are swapped in one step.
 */
export async function mergeTexts(set: LiveSet, language: string): Promise<TextTree> {
  const trees = await Promise.all(releasesOf(set).map((release) => readTexts(release, language)));
  // The shell comes last and wins: nothing a section brings can replace one of its texts.
  return Object.assign({}, ...trees);
}

/** The document as it is sent: lines as long as their texts, no comments. */
export function toYaml(texts: TextTree): string {
  return dump(texts, { lineWidth: -1 });
}

async function readTexts({ folder }: LiveRelease, language: string): Promise<TextTree> {
  const file = path.join(folder, 'locales', `${language}.yaml`);
  try {
    return load(await readFile(file, 'utf8')) as TextTree;
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}
