import type { LiveRelease } from '@portfolio/releases/live/live-release.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { escapeJson } from './escape.ts';

/** The import map, with the hash of every script of the set: a file changed anywhere is refused. */
export function importMapOf(set: LiveSet): string {
  const releases = [set.shell, ...Object.values(set.sections).flat()];
  return `{"integrity":{${releases.map(hashesOf).filter(Boolean).join(',')}}}`;
}

/** Of a release that never changes, written once: requests for documents that are not kept are free to make. */
function hashesOf(release: LiveRelease): string {
  const known = writtenHashes.get(release);
  if (known !== undefined) return known;
  const scripts = Object.entries(release.files).filter(([file]) => file.endsWith('.mjs'));
  const hashes = scripts.map(([file, { integrity }]) => [release.base + file, integrity]);
  const written = escapeJson(Object.fromEntries(hashes)).slice(1, -1);
  writtenHashes.set(release, written);
  return written;
}

const writtenHashes = new WeakMap<LiveRelease, string>();
