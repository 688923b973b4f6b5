import path from 'node:path';
import { build } from '../build/build.ts';
import { findDeployable, nameArgument } from '../project.ts';
import type { Usage } from '../usage.ts';

/** `portfolio build [name]` */
export function define(command: Usage): void {
  command
    .argument('[name]', nameArgument)
    .option('--out <folder>', 'where to (default: dist/ in its own folder)')
    .action(buildOnly);
}

async function buildOnly(name: string | undefined, { out }: { out?: string }): Promise<void> {
  const { name: found, source } = await findDeployable(name);
  const folder = path.resolve(out ?? path.join(source, 'dist'));
  const { entry } = await build(found, source, folder);
  console.log(path.join(folder, entry));
}
