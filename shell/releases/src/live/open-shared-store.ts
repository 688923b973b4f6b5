import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { openSharedContents } from '../contents/shared-contents.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { openSqlite } from '../database/open-sqlite.ts';
import { hasLiveShell } from '../store/release-rows.ts';
import { siteSchema } from '../store/schema.ts';
import type { Logger, OpenStore, Sharing, Store } from '../store/store.ts';
import { followChanges } from './follow-changes.ts';
import { openPull } from './pull-changes.ts';

const copySchema = {
  ...siteSchema,
  name: 'copy',
  repair: 'Remove it: it is fetched again from the database.',
};

/** The shortest time between two pulls that requests cause. */
const catchUpMs = 250;

/** How long a start waits for the end of the first pull: briefly if the copy has a live shell to serve. */
const startMs = { withCopy: 3000, without: 60_000 };

/** Opens the store of several machines, and this machine's copy of it. */
export async function openSharedStore(
  { dataDir, connectOrigins }: Pick<Store, 'dataDir' | 'connectOrigins'>,
  url: string,
  log: Logger,
): Promise<OpenStore> {
  const facts = openPostgres(url, siteSchema, (reason, message) => log.error(reason, message));
  const local = openSqlite(path.join(dataDir, `${copySchema.name}.sqlite`), copySchema);
  // Reports a damaged file at the start instead of the first request.
  await local.run('SELECT number FROM changes');
  const { fetchNow, ...contents } = openSharedContents(facts, dataDir);
  const pull = shareNextRun(openPull({ dataDir, facts, local }, fetchNow));
  let following: ReturnType<typeof followChanges> | undefined;
  let catchUpStartedAt = Number.NEGATIVE_INFINITY;
  const pullForRequests = shareNextRun(async () => {
    const waitMs = catchUpStartedAt + catchUpMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
    catchUpStartedAt = performance.now();
    await pull();
  });
  const trouble = () => following?.trouble();

  const shared: Sharing = {
    ...contents,
    pull,
    trouble,
    // After a pull that failed, requests do not wait for the database.
    fetchContent: async (ref) => trouble() === undefined && contents.fetchContent(ref),
    async catchUp() {
      if (trouble() === undefined) await pullForRequests().catch(() => {});
    },
  };
  const store: Store = { dataDir, connectOrigins, facts, local, shared };

  return {
    ...store,
    async follow() {
      following ??= followChanges(pull, log);
      const waitMs = hasLiveShell(store) ? startMs.withCopy : startMs.without;
      const hasPulled = await Promise.race([
        following.firstPull,
        sleep(waitMs, false, { ref: false }),
      ]);
      if (hasPulled && !hasLiveShell(store)) logWhereReleasesAre(store, log);
    },
    async close() {
      await following?.close();
      await Promise.all([facts.close(), local.close()]);
    },
  };
}

/** Says how to copy releases into an empty database after a change from one machine to several. */
function logWhereReleasesAre({ dataDir }: Store, log: Logger): void {
  if (existsSync(path.join(dataDir, `${siteSchema.name}.sqlite`)))
    log.error(
      { dataDir },
      `The releases are in ${dataDir}, and with DATABASE_URL the site takes them from the database, which has none. Copy them: npx portfolio releases copy --from ${dataDir} --to "$DATABASE_URL"`,
    );
}

/**
 * Runs `work` once at a time. All calls during a run share the next run, which begins after them and therefore sees
 * their changes.
 */
function shareNextRun(work: () => Promise<void>): () => Promise<void> {
  const inTurn = pLimit(1);
  let next: Promise<void> | undefined;
  return () => {
    next ??= inTurn(() => {
      next = undefined;
      return work();
    });
    return next;
  };
}
