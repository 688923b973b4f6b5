import semver from 'semver';
import type { Release } from './release.ts';

/** A shared package that a section asks for. */
interface Unmet {
  name: string;
  range: string;
  /** The version that the shell has; none when it does not provide the package at all. */
  version: string | undefined;
}

/** What a section asks for and a shell does not provide in that range. */
export function unmetBy(
  { provides = {} }: Pick<Release, 'provides'>,
  { requires }: Pick<Release, 'requires'>,
): Unmet[] {
  return Object.entries(requires)
    .map(([name, range]) => ({ name, range, version: provides[name] }))
    .filter(({ range, version }) => !version || !semver.satisfies(version, range));
}
