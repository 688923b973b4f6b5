import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Log } from '../live/live-release.ts';
import { readPointer } from '../live/pointer.ts';
import type { RemoteStore, Store } from '../store/store.ts';
import { explain } from './errors.ts';
import { openPool, type Pool, type Run, runOver } from './pool.ts';
import {
  type Change,
  changesOfNames,
  channel,
  releasesSchema,
  sharedReleases,
} from './releases.ts';
import { openReplica } from './replica.ts';

/** A change sends the largest file over a slow connection, and waits for a lock. */
const changeMs = 60_000;
/** Nothing else takes long, and a dead connection is not waited for. */
const readMs = 5000;
const connectMs = 2000;

/** Few: changes wait for each other. */
const mostChanges = 3;

/** How long a start waits for the database: briefly where there is an old replica to serve. */
const startMs = { withCopy: 3000, without: 60_000 };

/** The releases that a database has, and this machine's copy of them. */
export function openRemoteStore(url: string, copy: Store, log: Log): RemoteStore {
  const pool = openPool(url, {
    schema: releasesSchema,
    changeMs,
    connectionTimeoutMillis: connectMs,
    query_timeout: readMs,
    statement_timeout: changeMs,
    application_name: 'portfolio releases',
  });
  const { run, withLock } = pool;
  let following: ReturnType<typeof followChanges> | undefined;
  const { follow, behind, ...replica } = openReplica(
    { run, copy },
    (facts, message) => log.error(facts, message),
    () => following?.trouble() !== undefined,
  );
  const inOrder = pLimit(mostChanges);

  const about = (inner: Run): RemoteStore => ({
    ...sharedReleases(inner),
    ...replica,
    withLock: (name, change) =>
      inOrder(() =>
        withLock(name, async (within) => {
          await within('INSERT INTO sections (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
          return change(about(within));
        }),
      ),
    trouble: () => following?.trouble() ?? behind(),
    async follow() {
      following ??= followChanges(pool, follow, log);
      const [live] = await readPointer(copy, 'shell').catch(() => []);
      const waitMs = live ? startMs.withCopy : startMs.without;
      await Promise.race([following.begun, sleep(waitMs, undefined, { ref: false })]);
    },
    async close() {
      await following?.close();
      await pool.end();
    },
  });

  const remote = about(run);
  return {
    ...remote,
    keepPages: (place, text) =>
      remote.withLock(place.name, (inside) => inside.keepPages(place, text)),
  };
}

/** A notice comes within milliseconds; a lost one is made up for after this time. */
const lookEveryMs = 2000;
/** A connection without any data is given up after this time. */
const noticeMs = 3000;
/** Random, so that machines do not reconnect all at once. */
const longestPauseMs = 5000;

/**
 * Follows changes until it is closed, by notices and by a look every few seconds. It survives any fault
 * of the database.
 */
function followChanges(
  pool: Pool,
  follow: (changes: readonly Change[]) => Promise<void>,
  log: Log,
) {
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  let trouble: string | undefined;
  let pauseMs = 250;

  async function listen(): Promise<void> {
    const client = await pool.connect();
    const run = runOver(client, noticeMs);
    let wake = Promise.withResolvers<void>();
    client.on('notification', () => wake.resolve());
    // The next statement says what is wrong.
    client.on('error', () => wake.resolve());
    client.on('end', () => wake.resolve());
    try {
      await run(`LISTEN ${channel}`);
      while (!closing.signal.aborted) {
        // From here on a notice leads to another look.
        wake = Promise.withResolvers();
        await follow(await run<Change>(changesOfNames));
        noteSuccess();
        await Promise.race([wake.promise, pause(lookEveryMs)]);
      }
    } finally {
      client.release(true);
    }
  }

  function noteSuccess(): void {
    if (trouble) log.info({}, 'The database is back, and this machine follows again');
    trouble = undefined;
    pauseMs = 250;
    first.resolve();
  }

  function noteFailure(error: unknown): void {
    const { message } = explain(error) as Error;
    if (trouble !== message) log.error({ reason: message }, 'The database cannot be followed');
    trouble = message;
    first.resolve();
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch(noteFailure);
      if (closing.signal.aborted) break;
      await pause(pauseMs * (0.5 + Math.random()));
      pauseMs = Math.min(longestPauseMs, 2 * pauseMs);
    }
  }

  function pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: closing.signal }).catch(() => {});
  }
  const running = run();

  return {
    /** Resolves when what was there at the start is here, or cannot be had now. */
    begun: first.promise,
    trouble: () => trouble,
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}
