import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What is asked for under load: the texts, a document, and the largest script that every visit asks for. */
export async function addressesOf(dataDir: string): Promise<Record<string, string>> {
  const shell = path.join(dataDir, 'releases/shell');
  const [id] = JSON.parse(await readFile(path.join(shell, 'live.json'), 'utf8'));
  const { entry } = JSON.parse(await readFile(path.join(shell, id, 'release.json'), 'utf8'));
  return {
    'the locale call': '/api/locales/en',
    'the document of /home with its page': '/home',
    'the shell’s script': `/releases/shell/${id}/${entry}`,
  };
}
