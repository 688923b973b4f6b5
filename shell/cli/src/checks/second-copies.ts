import type { sharedSingletons } from '../bundler/sharing.ts';

type SharedPackage = Exclude<(typeof sharedSingletons)[number], 'react/jsx-runtime'>;

/** What exists once in the page, as it looks in the paths of a bundle's modules. */
const singletons: Record<SharedPackage, RegExp> = {
  react: /node_modules[\\/]react[\\/]/,
  'react-dom': /node_modules[\\/]react-dom[\\/]/,
  '@portfolio/kit': /[\\/]@portfolio[\\/]kit[\\/]|shell[\\/]kit[\\/]/,
};

/**
 * Shared singletons that a section would bundle: a second copy loses React's hooks and the kit's
 * state without a word.
 * @param modules the paths of the modules in the bundle
 */
export function secondCopies(section: string, modules: readonly string[]): string[] {
  return Object.entries(singletons).flatMap(([name, files]) => {
    const found = modules.find((module) => files.test(module));
    if (!found) return [];
    return `${section} would bundle a second copy of ${name} (${found}). Import it by its own name only, and keep "${name}" in peerDependencies.`;
  });
}
