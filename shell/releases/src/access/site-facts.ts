import { z } from 'zod';
import type { LiveSet } from '../live/live-set.ts';
import { originsSchema } from '../release/origins.ts';
import { type Release, releaseName, releaseSchema } from '../release/release.ts';
import { knownError } from '../store/faults.ts';
import { listedRelease } from '../store/list-releases.ts';

/** `GET /api/releases`: what a team needs to build, and visitors may get. */
export function factsOf(set: LiveSet, connectOrigins: readonly string[]) {
  const { shell, shellBefore, sections, pages } = set;
  const shells = shellBefore ? [shell, shellBefore] : [shell];
  const named = Object.entries({ shell: shells, ...sections });
  return {
    /** The live release and the one before, by name, including the shell. */
    releases: Object.fromEntries(named.map(([name, found]) => [name, found.map(publicPart)])),
    live: Object.fromEntries(named.flatMap(([name, [live]]) => (live ? [[name, live.id]] : []))),
    provides: shell.provides ?? {},
    routes: Object.fromEntries(pages.map(({ section, path }) => [section, path])),
    connectOrigins,
  };
}

/** The parts that make the id; time and commit of the build are private. */
function publicPart(release: Release) {
  const { createdAt: _createdAt, commit: _commit, ...rest } = releaseSchema.parse(release);
  return rest;
}

/** Placeholders for what is private. */
const hidden = { createdAt: '1970-01-01T00:00:00.000Z', commit: '' };

/** The untrusted answer of a site. */
export const siteFactsSchema = z.object({
  releases: z.record(
    releaseName,
    z.array(z.preprocess((it) => ({ ...(it as object), ...hidden }), releaseSchema)).max(2),
  ),
  connectOrigins: originsSchema,
});

export type SiteFacts = z.infer<typeof siteFactsSchema>;

/** The untrusted answer of `GET /api/releases/<section>`. */
export const siteList = z.object({
  isPreviewOnly: z.boolean(),
  releases: z.array(listedRelease.loose()),
  faults: z.array(knownError.extend({ lines: z.array(z.string()) })),
});
