import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The address of the live shell's script, the largest that every visit asks for. */
export async function mainScript(dataDir: string): Promise<string> {
  const shell = path.join(dataDir, 'releases/shell');
  const [id] = JSON.parse(await readFile(path.join(shell, 'live.json'), 'utf8'));
  const { entry } = JSON.parse(await readFile(path.join(shell, id, 'release.json'), 'utf8'));
  return `/releases/shell/${id}/${entry}`;
}
