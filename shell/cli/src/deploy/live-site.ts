import type { SiteFacts } from '@portfolio/releases/access/site-facts.ts';
import { assembleSet, type LiveSite } from '@portfolio/releases/live/live-set.ts';
import { readTexts } from '@portfolio/releases/release/files.ts';
import { type Release, releaseBase } from '@portfolio/releases/release/release.ts';
import { faultyRelease } from '@portfolio/releases/release/release-errors.ts';

/** The address of a file of a release. */
export function addressOf(release: Release, file: string): string {
  return releaseBase(release) + file.split('/').map(encodeURIComponent).join('/');
}

/**
 * What is live on a site, as far as releases are checked and rendered beside it: its shell, and the descriptions of
 * its sections.
 * @param readAt reads an address of the site
 * @throws RefusedError if the texts of the shell cannot be read
 */
export async function readLiveSite(
  { releases, connectOrigins }: SiteFacts,
  readAt: (address: string) => Promise<Buffer>,
): Promise<LiveSite> {
  const names = Object.values(releases).map(async (release) => {
    const { name } = release;
    const files = name === 'shell' ? release.files : {};
    const readFile = (file: string) => readAt(addressOf(release, file));
    const { texts, faults } = await readTexts({ files }, readFile);
    if (faults.length > 0) throw faultyRelease(name, faults);
    const base = releaseBase(release);
    const read = async (file: string) => (Object.hasOwn(files, file) ? readFile(file) : undefined);
    const loaded = { ...release, files, base, texts, compressed: new Set<string>(), read };
    return { name, releases: [loaded], faults: [] };
  });
  return { set: assembleSet(await Promise.all(names)), connectOrigins };
}
