import { listDeployables } from '@portfolio/cli/project';

/** What every variant is built from. */
export interface Sources {
  /** The shell's folder. */
  shell: string;
  /** The folders of the sections by name. */
  sections: ReadonlyMap<string, string>;
}

export async function findSources(): Promise<Sources> {
  const sections = new Map((await listDeployables()).map(({ name, source }) => [name, source]));
  const shell = sections.get('shell') ?? '';
  sections.delete('shell');
  return { shell, sections };
}
