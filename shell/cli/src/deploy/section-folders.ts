import { readdir } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../../..');

/** What can be deployed from this checkout, by name: the shell and every `remote-*` folder. */
export async function deployableFolders(): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(root);
  const remotes = entries.filter((entry) => entry.startsWith('remote-')).sort();
  return new Map([
    ['shell', path.join(root, 'shell')],
    ...remotes.map((entry) => [entry.slice('remote-'.length), path.join(root, entry)] as const),
  ]);
}
