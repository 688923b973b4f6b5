import { deployableFolders } from '@portfolio/cli/deploy/section-folders.ts';

/** What every variant is built from. */
export interface Sources {
  /** The shell's folder. */
  shell: string;
  /** The folders of the sections by name. */
  sections: ReadonlyMap<string, string>;
}

export async function findSources(): Promise<Sources> {
  const sections = new Map(await deployableFolders());
  const shell = sections.get('shell') ?? '';
  sections.delete('shell');
  return { shell, sections };
}
