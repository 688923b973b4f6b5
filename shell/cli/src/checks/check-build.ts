import { weigh } from '@portfolio/releases/release/files.ts';
import { count } from '@portfolio/releases/release/release.ts';
import { sharedPackages } from '../build/base-config.ts';
import type { Package } from '../build/notices.ts';
import type { Manifest } from '../project/manifest.ts';

interface Build {
  name: string;
  entry: string;
  /** Of the entry. */
  content: Uint8Array;
  packages: readonly Package[];
  budget?: Manifest['budget'];
}

/** Checks what the files of a release alone do not tell. @returns all faults, as sentences that say what to do */
export async function checkBuild(build: Build): Promise<string[]> {
  return [...secondCopies(build.name, build.packages), ...(await overBudget(build))];
}

/**
 * Finds second copies of shared singletons, with which React's hooks and the kit's state fail silently. A section
 * must bundle none, the shell each from one folder.
 */
function secondCopies(name: string, bundled: readonly Package[]): string[] {
  const [most, cure] =
    name === 'shell' ? [1, 'see that it is installed once'] : [0, 'keep it in peerDependencies'];
  return sharedPackages.flatMap((shared) => {
    const found = bundled.filter((part) => part.name === shared);
    const copies = [...new Set(found.map(({ folder }) => folder))];
    if (copies.length <= most) return [];
    return `${name} would bundle a second copy of ${shared} (${copies.join(', ')}). Import it by its own name only, and ${cure}.`;
  });
}

/** Compares the weight of the entry, as it is sent, with what the section or the shell allows itself. */
async function overBudget({ name, entry, content, budget }: Build): Promise<string[]> {
  const bytes = await weigh(entry, content);
  if (!budget || bytes <= budget.scripts) return [];
  return [
    `Its entry grew to ${count(bytes)} bytes (brotli), ${count(bytes - budget.scripts)} more than the ${count(budget.scripts)} bytes allowed. The budget stands as "budget.scripts" in the package.json of ${name}.`,
  ];
}
