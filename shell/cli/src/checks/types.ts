import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseTexts } from '@portfolio/releases/release/texts.ts';

/**
 * Writes the paths of a section's texts as a type, so that an editor completes them and a misspelt one
 * is a compile error.
 */
export async function writeTextPaths(folder: string): Promise<void> {
  const file = 'locales/en.yaml';
  const tree = parseTexts(await readFile(path.join(folder, file)), file) as object;
  const lines = pathsOf(tree).map((each) => `  ${JSON.stringify(each)}: string;\n`);
  const content = `// Made from ${file}.\ninterface TextPaths {\n${lines.join('')}}\n`;
  const target = path.join(folder, 'src/texts.d.ts');
  if ((await readFile(target, 'utf8').catch(() => '')) !== content)
    await writeFile(target, content);
}

function pathsOf(tree: object, before = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value === 'string') return [before + key];
    return typeof value === 'object' && value !== null ? pathsOf(value, `${before}${key}.`) : [];
  });
}

/** What the compiler says of a section that a team has laid out. @returns a sentence for each fault */
export async function typeFaults(folder: string): Promise<string[]> {
  if (!existsSync(path.join(folder, 'src/texts.d.ts'))) return [];
  await writeTextPaths(folder);
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const tsc = path.join(path.dirname(manifest), 'bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? [] : stdout.trim().split(/\n(?! )/);
}
