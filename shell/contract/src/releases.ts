/** Identifies a release, written `home@0123456789ab`. */
export interface ReleaseRef {
  name: string;
  id: string;
}

/** The key of a set of releases, such as `home@…,shell@…`: equal sets have equal keys. */
export function keyOfReleases(releases: readonly ReleaseRef[]): string {
  return releases
    .map(({ name, id }) => `${name}@${id}`)
    .sort()
    .join(',');
}
