import { existsSync, globSync } from 'node:fs';
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

/** A text that is asked for by its path as it stands, or as one of two: `path="blog.title"`, `text(is ? 'a.b' : 'a.c')`. */
const asked =
  /(?<=(?:\w=\{?|\b(?:t|text)\()|(?:\w=\{|\b(?:t|text)\()[^{}()]*[?:]\s*)["']([\w-]+(?:\.[\w-]+)+)["']/g;

/**
 * The texts that the sources ask for and no language has, each a sentence. Paths that are put
 * together are seen by the look in the browser alone.
 */
export async function unknownTexts(folder: string, name: string, texts: Texts): Promise<string[]> {
  const trees = Object.entries(texts);
  const first = new Set([name, ...trees.flatMap(([, tree]) => Object.keys(tree))]);
  const files = globSync('{src,kit/src}/**/*.{ts,tsx}', { cwd: folder }).sort();
  const faults: string[] = [];
  for (const file of files.filter((each) => !each.includes('.test.'))) {
    const source = await readFile(path.join(folder, file), 'utf8');
    for (const [, key = ''] of source.matchAll(asked)) {
      const isText =
        first.has(key.split('.')[0] ?? '') && !existsSync(path.join(folder, 'resources', key));
      const [language] = trees.find(([, tree]) => !has(tree, key)) ?? [];
      if (isText && language)
        faults.push(`${file} asks for the text ${key}, which locales/${language}.yaml lacks.`);
    }
  }
  return [...new Set(faults)];
}

/** Whether a path leads anywhere: some are asked for in parts. */
function has(tree: unknown, key: string): boolean {
  let node = tree;
  for (const step of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return false;
    node = (node as Record<string, unknown>)[step];
  }
  return true;
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
