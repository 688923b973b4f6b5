import { z } from 'zod';
import type { LiveSet } from '../live/live-set.ts';
import { allowancesSchema } from '../release/origins.ts';
import {
  idOf,
  type Release,
  releaseId,
  releaseName,
  releaseSchema,
  templateFile,
} from '../release/release.ts';
import { readAllowances, writeAllowance } from '../store/grants.ts';
import { readLive, writeLive, writeRelease } from '../store/release-rows.ts';
import { changeSite, type Store } from '../store/store.ts';

/** `GET /api/releases`: all that a team builds and checks against, and little more than visitors see. */
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
    /** By the id of a shell the template of its documents, which is no file that visitors get. */
    documents: Object.fromEntries(documents),
    /** By name, the shell among them: the live release first, then the one before. */
    releases: Object.fromEntries(named),
    /** By name what is live. Where that is broken, visitors have the release before. */
    live: liveIds(store),
    provides: shell.provides ?? {},
    routes: Object.fromEntries(pages.map(({ section, path }) => [section, path])),
    allowances: readAllowances(store),
  };
}

function liveIds(store: Store): Record<string, string> {
  const live = [...readLive(store)].flatMap(([name, { ids }]) => (ids[0] ? [[name, ids[0]]] : []));
  return Object.fromEntries(live);
}

/** What its id is made of: when and from which commit it was built is the owner's. */
function publicPart(release: Release) {
  const { createdAt: _createdAt, commit: _commit, ...rest } = releaseSchema.parse(release);
  return rest;
}

/** A site has some ten. */
const mostNames = 200;

const factsSchema = z.object({
  releases: z
    .record(releaseName, z.array(z.unknown()).max(2))
    .refine((names) => Object.keys(names).length <= mostNames),
  live: z.record(releaseName, releaseId),
  documents: z.record(z.string(), z.string().max(1_000_000)),
  allowances: allowancesSchema,
});

/** What a team believes of a site. */
export type KnownFacts = NonNullable<ReturnType<typeof readFacts>>;

/** The releases that a site names, each checked against its id; nothing when the answer is none. */
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
  const { live, documents, allowances } = read.data;
  return {
    releases: new Map(found),
    /** What is live, to sign what was seen: also where that is broken and has to be repaired. */
    live: new Map(Object.entries(live)),
    documents: new Map(Object.entries(documents)),
    allowances,
  };
}

/** What a site keeps to itself. */
const unknown = { createdAt: '1970-01-01T00:00:00.000Z', commit: '' };

/**
 * Makes an empty store that of a site as its visitors have it. The contents are written beside it, those
 * that are wanted: nothing is examined, and what is missing shows when it is read.
 */
export async function writeFacts(
  store: Store,
  { releases, allowances }: Pick<KnownFacts, 'releases' | 'allowances'>,
): Promise<void> {
  await changeSite(store, function* () {
    for (const [name, known] of releases) {
      for (const release of known) yield* writeRelease(release);
      yield* writeLive(name, { ids: known.map(({ id }) => id), retired: [] }, Date.now());
    }
    for (const [section, allowance] of Object.entries(allowances))
      yield* writeAllowance(section, allowance);
  });
}
