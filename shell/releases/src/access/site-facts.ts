import { z } from 'zod';
import type { LiveSet } from '../live/live-set.ts';
import { readPointerOrLast } from '../live/pointer.ts';
import { allowanceSchema } from '../release/origins.ts';
import { idOf, type Release, releaseId, releaseName, releaseSchema } from '../release/release.ts';
import { listNames, type Store } from '../store/store.ts';
import { readAllowances } from './allowances.ts';

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
    /** By name what its pointer says. Where that is broken, visitors have the release before. */
    live: await readPointers(store),
    /** What the shell provides: package and version. */
    provides: shell.provides ?? {},
    /** By section where its page is. */
    routes: Object.fromEntries(pages.map(({ section, path }) => [section, path])),
    /** By section what the owner allows it. */
    allowances: (await readAllowances(store)) ?? {},
  };
}

async function readPointers(store: Store): Promise<Record<string, string>> {
  const live: Record<string, string> = {};
  for (const name of await listNames(store)) {
    const [id] = (await readPointerOrLast(store, name)).ids;
    if (id) live[name] = id;
  }
  return live;
}

/** What its id is made of: when and from which commit it was built is the owner's. */
function publicPart(release: Release) {
  const { createdAt: _createdAt, commit: _commit, ...rest } = releaseSchema.parse(release);
  return rest;
}

/** The file of a shell that its documents are made of. */
export const templateFile = 'document.html';

/** A site has some ten. */
const mostNames = 200;

const factsSchema = z.object({
  releases: z
    .record(releaseName, z.array(z.unknown()).max(2))
    .refine((names) => Object.keys(names).length <= mostNames),
  live: z.record(releaseName, releaseId),
  documents: z.record(z.string(), z.string().max(1_000_000)),
  // An older site does not say.
  allowances: z.record(releaseName, allowanceSchema).optional(),
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
    /** What pointers say, to sign what was seen: also where that is broken and has to be repaired. */
    live: new Map(Object.entries(live)),
    documents: new Map(Object.entries(documents)),
    allowances,
  };
}

/** What a site keeps to itself. */
const unknown = { createdAt: '1970-01-01T00:00:00.000Z', commit: '' };
