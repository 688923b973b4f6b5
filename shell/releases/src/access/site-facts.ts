import { z } from 'zod';
import type { LiveSet } from '../live/live-set.ts';
import { originsSchema } from '../release/origins.ts';
import {
  idOf,
  type Release,
  releaseId,
  releaseName,
  releaseSchema,
  templateFile,
} from '../release/release.ts';
import { readLive, writeLive, writeRelease } from '../store/release-rows.ts';
import { changeSite, type Store } from '../store/store.ts';

/** `GET /api/releases`: what a team needs to build and check, hardly more than visitors see. */
export async function factsOf(store: Store, set: LiveSet) {
  const { shell, shellBefore, sections, pages } = set;
  const shells = shellBefore ? [shell, shellBefore] : [shell];
  const named = Object.entries({ shell: shells, ...sections }).map(
    ([name, releases]) => [name, releases.map(publicPart)] as const,
  );
  const documents = await Promise.all(
    shells.map(async ({ id, read }) => [id, String((await read(templateFile)) ?? '')] as const),
  );
  return {
    /** The templates of shells by id, which visitors do not get. */
    documents: Object.fromEntries(documents),
    /** The live release and the one before, by name, including the shell. */
    releases: Object.fromEntries(named),
    /** The live ids by name, even of a broken release, for which visitors get the one before. */
    live: liveIds(store),
    provides: shell.provides ?? {},
    routes: Object.fromEntries(pages.map(({ section, path }) => [section, path])),
    connectOrigins: store.connectOrigins,
  };
}

function liveIds(store: Store): Record<string, string> {
  const live = [...readLive(store)].flatMap(([name, { ids }]) => (ids[0] ? [[name, ids[0]]] : []));
  return Object.fromEntries(live);
}

/** The parts that make the id; time and commit of the build are private. */
function publicPart(release: Release) {
  const { createdAt: _createdAt, commit: _commit, ...rest } = releaseSchema.parse(release);
  return rest;
}

/** A site has some ten names. */
const mostNames = 200;

const factsSchema = z.object({
  releases: z
    .record(releaseName, z.array(z.unknown()).max(2))
    .refine((names) => Object.keys(names).length <= mostNames),
  live: z.record(releaseName, releaseId),
  documents: z.record(z.string(), z.string().max(1_000_000)),
  connectOrigins: originsSchema,
});

export type KnownFacts = NonNullable<ReturnType<typeof readFacts>>;

/** Validates the answer of a site; checks each release against its id. Undefined for an invalid answer. */
export function readFacts(answer: unknown) {
  const read = factsSchema.safeParse(answer);
  if (!read.success) return undefined;
  const found = Object.entries(read.data.releases).map(([name, releases]) => {
    const known = releases.map((release) =>
      releaseSchema.safeParse({ ...(release as object), ...unknown }),
    );
    const good = known.flatMap(({ data }) =>
      data && data.name === name && idOf(data) === data.id ? data : [],
    );
    return [name, good] as const;
  });
  const { live, documents, connectOrigins } = read.data;
  return {
    releases: new Map(found),
    /** The live ids, for signed requests, even of broken releases. */
    live: new Map(Object.entries(live)),
    documents: new Map(Object.entries(documents)),
    connectOrigins,
  };
}

/** Placeholders for private fields. */
const unknown = { createdAt: '1970-01-01T00:00:00.000Z', commit: '' };

/** Writes a site's facts into an empty store. The caller writes contents; reading reports missing ones. */
export async function writeFacts(
  store: Store,
  { releases }: Pick<KnownFacts, 'releases'>,
): Promise<void> {
  await changeSite(store, function* () {
    for (const [name, known] of releases) {
      for (const release of known) yield* writeRelease(release);
      yield* writeLive(name, { ids: known.map(({ id }) => id), retired: [] }, Date.now());
    }
  });
}
