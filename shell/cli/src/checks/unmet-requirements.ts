import type { Release } from '@portfolio/releases';
import semver from 'semver';

/**
 * What a section asks for and the shell does not provide in that range. At run time a mismatch
 * would only be React's error 306, without a word of federation.
 */
export function unmetRequirements(
  section: Pick<Release, 'name' | 'requires'>,
  shell: Pick<Release, 'id' | 'provides'>,
): string[] {
  const provides = shell.provides ?? {};
  return Object.entries(section.requires).flatMap(([name, range]) => {
    const version = provides[name];
    if (!version)
      return `${section.name} requires ${name}, which the shell (${shell.id}) does not provide. Reach it through the kit, or bundle it as a dependency.`;
    if (semver.satisfies(version, range)) return [];
    return `${section.name} requires ${name} ${range}, but the shell (${shell.id}) provides ${version}. Change the range in its peerDependencies, or deploy a shell that provides it.`;
  });
}
