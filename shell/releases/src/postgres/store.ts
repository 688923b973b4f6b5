import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { prepareOnce } from '../ledger/postgres.ts';
import type { Log } from '../live/live-release.ts';
import { readPointer } from '../live/pointer.ts';
import type { RemoteStore, Store } from '../store/store.ts';
import { explain } from './errors.ts';
import { openPool, type Pool, type Run, wholeNumbers, withAdvisoryLock } from './pool.ts';
import { type LockedPointer, lockPointer, sharedReleases } from './releases.ts';
import { followChanges, openReplica } from './replica.ts';
import { releasesSchema } from './tables.ts';

/** Enough for the largest file over a slow connection, and longer than the wait for a lock. */
const longMs = 60_000;
/** Nothing else takes long, and a dead connection is not waited for. */
const shortMs = 5000;
const connectMs = 2000;

/** Few: changes wait for each other, and pages are served from the replica. */
const connections = { changes: 3, reads: 3, contents: 2, notices: 1 };

/** How long a start waits for the database: briefly where there is an old replica to serve. */
const timeoutMs = { withCopy: 3000, without: 60_000 };

/** What several machines share, as long as it is open. */
export interface OpenRemoteStore extends RemoteStore {
  /** From now on this machine's copy follows; resolves when it is as new as it can be now. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

/** The releases that a database has, and this machine's copy of them. */
export function openRemoteStore(url: string, copy: Store, log: Log): OpenRemoteStore {
  const open = (max: number, statementMs: number) =>
    openPool(url, {
      max,
      types: wholeNumbers,
      connectionTimeoutMillis: connectMs,
      query_timeout: statementMs,
      statement_timeout: statementMs,
      application_name: 'portfolio releases',
    });
  const pools = {
    changes: open(connections.changes, longMs),
    reads: open(connections.reads, shortMs),
    contents: open(connections.contents, longMs),
    notices: open(connections.notices, shortMs),
  };
  const prepare = prepareOnce(pools.changes, releasesSchema);
  const over =
    (pool: Pool): Run =>
    async (statement, values) => {
      try {
        await prepare();
        return await pool.run(statement, values);
      } catch (error) {
        throw explain(error);
      }
    };
  const run = over(pools.reads);
  let following: ReturnType<typeof followChanges> | undefined;
  const replica = openReplica({
    run,
    runLong: over(pools.contents),
    copy,
    log: (facts, message) => log.error(facts, message),
    isAway: () => following?.trouble() !== undefined,
  });
  const inOrder = pLimit(connections.changes);
  const changing = <Result>(name: string, work: (run: Run) => Promise<Result>) =>
    inOrder(async () => {
      await prepare();
      return withAdvisoryLock(pools.changes, name, work);
    });

  const about = (inner: Run, locked?: LockedPointer): RemoteStore => ({
    ...sharedReleases(inner, locked),
    withLock: (name, change) =>
      changing(name, async (within) => change(about(within, await lockPointer(within, name)))),
    pull: (name) => (name === undefined ? replica.pullChanged() : replica.pull(name)),
    fetch: replica.fetch,
    mend: replica.mend,
    trouble: () => following?.trouble() ?? replica.behind(),
  });

  const remote = about(run);
  const { withLock: take } = remote;
  return {
    ...remote,
    publish: (release, staging) => take(release.name, (inside) => inside.publish(release, staging)),
    async point(name, ids) {
      await take(name, (inside) => inside.point(name, ids));
      // The change is committed; a replica that cannot follow now follows later.
      await replica.pull(name).catch(() => {});
    },
    retire: (name, ids) => take(name, (inside) => inside.retire(name, ids)),
    remove: (ref) => take(ref.name, (inside) => inside.remove(ref)),
    keepPages: (place, text) => take(place.name, (inside) => inside.keepPages(place, text)),
    async follow() {
      following ??= followChanges({
        pool: pools.notices,
        follow: replica.follow,
        log,
      });
      const [live] = await readPointer(copy, 'shell').catch(() => []);
      const waitMs = live ? timeoutMs.withCopy : timeoutMs.without;
      await Promise.race([following.begun, sleep(waitMs, undefined, { ref: false })]);
    },
    async close() {
      await following?.close();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}
