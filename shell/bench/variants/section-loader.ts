import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';

/**
 * Puts another way to load a section in the place of the shell's own; all else in the shell stays.
 * @param importOf the `import()` by which this variant gets a section's page
 */
export async function replaceLoader(
  folder: string,
  sections: readonly string[],
  importOf: (section: string) => string,
): Promise<NonNullable<Configuration['plugins']>[number]> {
  const file = path.join(folder, 'load-section.ts');
  const pages = sections.map((section) => `  ${section}: () => ${importOf(section)},`);
  await writeFile(
    file,
    `const pages = {
${pages.join('\n')}
};

export async function loadSection(section, _failed, { releases }) {
  const { default: Page } = await pages[section]();
  return { state: 'loaded', Page, release: releases.sections[section][0] };
}
`,
  );
  return new rspack.NormalModuleReplacementPlugin(/^\.\/load-section\.ts$/, file);
}
