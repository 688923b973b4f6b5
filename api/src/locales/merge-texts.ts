import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { dump, load } from 'js-yaml';
import type { LiveSet } from '../releases/live-set.ts';
import type { Release } from '../releases/release.ts';
import { releaseFolder, type Store } from '../releases/store.ts';

/** A tree of texts, as a translation document holds it. */
export type TextTree = Record<string, unknown>;

/** The languages a set of releases offers: those the shell has texts in. */
export async function offeredLanguages(store: Store, { shell }: LiveSet): Promise<string[]> {
  const files = await readdir(path.join(releaseFolder(store, shell.name, shell.id), 'locales'));
  return files.flatMap((file) => file.match(/^([a-z]{2,3})\.yaml$/)?.[1] ?? []).sort();
}

/**
 * The one translation document of the spec: the shell's texts and those of every live section, so
 * that a section and its words are swapped in one step.
 */
export async function mergeTexts(store: Store, set: LiveSet, language: string): Promise<TextTree> {
  const live = Object.values(set.sections).flatMap((releases) => releases.slice(0, 1));
  const trees = await Promise.all(
    [...live, set.shell].map((release) => readTexts(store, release, language)),
  );
  // Later ones win: nothing a section brings can replace a text of the shell's.
  return Object.assign({}, ...trees);
}

/** The document as it is sent: lines as long as their texts, no comments. */
export function toYaml(texts: TextTree): string {
  return dump(texts, { lineWidth: -1 });
}

async function readTexts(store: Store, release: Release, language: string): Promise<TextTree> {
  const file = `locales/${language}.yaml`;
  if (!release.files[file]) return {};
  const folder = releaseFolder(store, release.name, release.id);
  return load(await readFile(path.join(folder, file), 'utf8')) as TextTree;
}
