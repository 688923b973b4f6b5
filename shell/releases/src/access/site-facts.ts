import { z } from 'zod';
import { type LiveSet, releasesOf } from '../live/live-set.ts';
import { originsSchema, releaseName, releaseSchema } from '../release/release.ts';
import { knownError } from '../store/faults.ts';
import { listedRelease } from '../store/store.ts';

/** The untrusted answer of `GET /api/releases`: what a team needs to build beside the live releases. */
export const siteFactsSchema = z.object({
  releases: z.record(releaseName, releaseSchema),
  connectOrigins: originsSchema,
});

export type SiteFacts = z.infer<typeof siteFactsSchema>;

export function factsOf(set: LiveSet, connectOrigins: readonly string[]): SiteFacts {
  // Visitors may get all but the commits.
  const live = releasesOf(set).map((each) => ({ ...releaseSchema.parse(each), commit: '' }));
  const releases = Object.fromEntries(live.map((each) => [each.name, each]));
  return { releases, connectOrigins: [...connectOrigins] };
}

/** The untrusted answer of `GET /api/releases/<section>`. */
export const siteList = z.object({
  releases: z.array(listedRelease.loose()),
  faults: z.array(knownError),
});
