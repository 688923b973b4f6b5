import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSharedContents } from '../contents/shared-contents.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { openSqlite } from '../database/open-sqlite.ts';
import { readLiveOf } from '../store/release-rows.ts';
import { siteSchema } from '../store/schema.ts';
import type { Logger, OpenStore, Sharing, Store } from '../store/store.ts';
import { openPull } from './pull-changes.ts';

const copySchema = {
  ...siteSchema,
  name: 'copy',
  repair: 'Remove it: it is fetched again from the database.',
};

/** The shortest time between two pulls for requests of something unknown; further requests wait for the next pull. */
const catchUpMs = 250;

/** How long a start waits for the end of the first pull: briefly if the copy has a live shell to serve. */
const startMs = { withCopy: 3000, without: 60_000 };

/** Opens the store of several machines, and this machine's copy of it. */
export async function openSharedStore(
  dataDir: string,
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
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  const pullSoon = shareNextRun(async () => {
    const waitMs = caughtUpAt + catchUpMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
    caughtUpAt = performance.now();
    await pull();
  });
  const trouble = () => following?.trouble();

  const shared: Sharing = {
    ...contents,
    pull,
    trouble,
    // Requests do not wait for a database that is known to be unreachable.
    fetchContent: async (ref) => trouble() === undefined && contents.fetchContent(ref),
    async catchUp() {
      if (trouble() === undefined) await pullSoon().catch(() => {});
    },
  };
  const store: Store = { dataDir, facts, local, shared };

  return {
    ...store,
    async follow() {
      following ??= followChanges(pull, log);
      const hasShell = readLiveOf(store, 'shell').ids.length > 0;
      const waitMs = hasShell ? startMs.withCopy : startMs.without;
      const isFollowed = await Promise.race([
        following.firstPull,
        sleep(waitMs, false, { ref: false }),
      ]);
      if (isFollowed) logWhereReleasesAre(store, log);
    },
    async close() {
      await following?.close();
      await Promise.all([facts.close(), local.close()]);
    },
  };
}

/** Says how to copy releases into an empty database after a change from one machine to several. */
function logWhereReleasesAre(store: Store, log: Logger): void {
  const { dataDir } = store;
  const isEmpty = readLiveOf(store, 'shell').ids.length === 0;
  if (isEmpty && existsSync(path.join(dataDir, `${siteSchema.name}.sqlite`)))
    log.error(
      { dataDir },
      `The releases are in ${dataDir}, and with DATABASE_URL the site takes them from the database, which has none. Copy them: npm run releases -- copy --from ${dataDir} --to "$DATABASE_URL"`,
    );
}

/**
 * Runs `work` once at a time. All calls during a run share the next run, which begins after them and therefore sees
 * their changes.
 */
function shareNextRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        running = next ?? running;
        next = undefined;
        return work();
      });
    return next;
  };
}

/** How often to ask for changes. */
const checkMs = 500;
/** The same while the database is away. Both vary by half, so that machines do not ask at the same time. */
const retryMs = 1500;

/** Pulls again and again until it is closed, whatever faults the database has. */
function followChanges(pull: () => Promise<void>, log: Logger) {
  const closing = new AbortController();
  const { signal } = closing;
  const firstPull = Promise.withResolvers<boolean>();
  let trouble: string | undefined;

  function reportSuccess(): void {
    if (trouble) log.info({}, 'The database is back, and this machine follows again');
    trouble = undefined;
  }

  function reportFailure({ message }: Error): void {
    if (trouble !== message) log.error({ reason: message }, 'The database cannot be followed');
    trouble = message;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await pull().then(reportSuccess, reportFailure);
      firstPull.resolve(trouble === undefined);
      const pauseMs = (trouble ? retryMs : checkMs) * (0.5 + Math.random());
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  const running = run();

  return {
    /** Whether the first pull has succeeded, once it is over. */
    firstPull: firstPull.promise,
    trouble: () => trouble,
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}
