import path from 'node:path';
import { build } from '../build/build.ts';
import { findDeployable } from '../project.ts';

/** `portfolio build [name]` */
export async function buildOnly(name: string | undefined, { out }: { out?: string }) {
  const { name: found, source } = await findDeployable(name);
  const folder = path.resolve(out ?? path.join(source, 'dist'));
  const { entry } = await build(found, source, folder);
  console.log(path.join(folder, entry));
}
