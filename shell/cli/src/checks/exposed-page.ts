import { readFile } from 'node:fs/promises';

/** A section without its one exposed module would open as nothing. */
export async function lackOfPage(section: string, entryFile: string): Promise<string[]> {
  const code = await readFile(entryFile, 'utf8');
  if (/["']?\.\/page["']?\s*[:,\]]/.test(code)) return [];
  return [`${section} exposes no page. Its rspack.config.ts has to expose "./page".`];
}
