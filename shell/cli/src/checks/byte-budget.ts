import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Release } from '@portfolio/releases/release/release.ts';

/** The field `budget` of a package.json: bytes as they are sent, compressed with brotli. */
export interface ByteBudget {
  /** The script a first visit loads. */
  scripts: number;
  /** All scripts that are loaded on their first use together. */
  laterScripts?: number | undefined;
}

/**
 * Compares a built folder with its budget.
 * @returns a sentence for each budget that is exceeded: what grew, to what, and what to do
 */
export async function overBudget(
  name: string,
  folder: string,
  { entry, files }: Pick<Release, 'entry' | 'files'>,
  budget: ByteBudget,
): Promise<string[]> {
  const scripts = Object.keys(files).filter((file) => file.endsWith('.mjs'));
  const sizes = new Map<string, number>();
  for (const file of scripts) sizes.set(file, await compressedSize(path.join(folder, file)));
  const first = sizes.get(entry) ?? 0;
  const later = [...sizes].filter(([file]) => file !== entry).sort(([, a], [, b]) => b - a);
  const laterTotal = later.reduce((sum, [, bytes]) => sum + bytes, 0);
  const largest = later.slice(0, 3).map(([file, bytes]) => `${file} ${count(bytes)}`);

  const sentences: string[] = [];
  if (first > budget.scripts)
    sentences.push(grown(name, 'scripts', `Its first script ${entry}`, first, budget.scripts));
  if (budget.laterScripts !== undefined && laterTotal > budget.laterScripts) {
    const what = `Its later scripts (${largest.join(', ')})`;
    sentences.push(grown(name, 'laterScripts', what, laterTotal, budget.laterScripts));
  }
  return sentences;
}

function grown(name: string, key: string, what: string, bytes: number, allowed: number): string {
  const more = `${count(bytes - allowed)} more than the ${count(allowed)} bytes it may have`;
  return `${what} grew to ${count(bytes)} bytes (brotli), ${more}. \`npm run bench -- bytes\` shows by package what is in it; the budget stands as "budget.${key}" in the package.json of ${name}.`;
}

function count(bytes: number): string {
  return bytes.toLocaleString('en');
}

/** A fingerprinted release has the compressed copy beside the file; before that it is made here. */
async function compressedSize(file: string): Promise<number> {
  const fingerprinted = await readFile(`${file}.br`).catch(() => undefined);
  return fingerprinted?.length ?? brotliCompressSync(await readFile(file)).length;
}
