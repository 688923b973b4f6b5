import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Compilation } from '@rspack/core';
import { copiedFolders } from './base-config.ts';

/** The inputs of a build, by their paths in the repository. */
export interface BuildInputs {
  files: string[];
  /** Folders in which a new file becomes an input. */
  folders: string[];
}

const root = path.resolve(import.meta.dirname, '../../../..');

/** Lists files that the bundler read or missed. The lock file stands for installed packages. */
export function inputsOf(
  { fileDependencies, missingDependencies, contextDependencies }: Compilation,
  source: string,
): BuildInputs {
  const inRepository = (paths: Iterable<string>) => {
    const own = [...new Set(paths)].filter((each) => !each.includes('node_modules'));
    return own.map((each) => path.relative(root, each)).sort();
  };
  // If a copied folder is missing, the bundler watches its parent, the source folder.
  const folders = [...contextDependencies].filter((each) => each !== source);
  const copied = copiedFolders.map((each) => path.join(source, each));
  return {
    files: inRepository([...fileDependencies, ...missingDependencies]),
    folders: inRepository([...folders, ...copied]),
  };
}

const modulesOfBuild = [
  'shell/cli/src/{build,project}/*.ts',
  'shell/contract/src/*.ts',
  'rspack.shared.ts',
];

/**
 * Describes the inputs of a build and its own modules for `isUnchanged`.
 * @param startedAt the start of the build, which may lack later changes
 * @returns an empty text if an input has changed since
 */
export async function describeInputs(
  { files, folders }: BuildInputs,
  startedAt: Date,
): Promise<string> {
  const modules = globSync(modulesOfBuild, { cwd: root }).sort();
  const ownFiles = modules.filter((file) => !file.includes('.test.'));
  const inputs = { files: [...files, ...ownFiles, 'package-lock.json'], folders };
  const paths = [...inputs.files, ...folders].map((each) => path.join(root, each));
  const found = await Promise.all(paths.map((each) => stat(each).catch(() => undefined)));
  const isChanged = found.some((each) => each && Math.floor(each.ctimeMs) > startedAt.getTime());
  return isChanged ? '' : JSON.stringify({ ...inputs, hash: await hashOf(inputs) });
}

/** Whether the inputs of a build are unchanged. @param described the result of `describeInputs` */
export async function isUnchanged(described = ''): Promise<boolean> {
  try {
    const { hash, ...inputs } = JSON.parse(described) as BuildInputs & { hash: string };
    return hash === (await hashOf(inputs));
  } catch {
    // An invalid description counts as changed; the next build writes a new one.
    return false;
  }
}

async function hashOf({ files, folders }: BuildInputs): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = await readFile(path.join(root, file)).catch(() => 'is not there');
    hash.update(file).update(content);
  }
  for (const folder of folders) {
    const names = await readdir(path.join(root, folder), { recursive: true }).catch(() => []);
    hash.update(JSON.stringify([folder, ...names.sort()]));
  }
  return hash.digest('hex');
}
