import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../live/release-cache.ts';
import { explain } from './errors.ts';
import type { Pool } from './pool.ts';
import { channel } from './releases.ts';
import { type Change, changesOfNames } from './replica.ts';

/** A notice comes within milliseconds; where one got lost, this is when it is missed. */
const lookEveryMs = 2000;
/** A line on which nothing comes any more is given up after this time. */
const timeoutMs = 3000;
/** Not all machines of a fleet at once. */
const longestPauseMs = 5000;

interface Sources {
  /** For the one connection that hears the notices. */
  pool: Pool;
  follow: (changes: readonly Change[]) => Promise<void>;
  log: Log;
}

/**
 * Follows what is changed, wherever, until it is closed: by notices, and by looking every few
 * seconds. Whatever the database does, this goes on.
 */
export function followChanges({ pool, follow, log }: Sources) {
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  let trouble: string | undefined;
  let pauseMs = 250;

  async function listen(): Promise<void> {
    const client = await pool.connect();
    let wake = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => {});
    client.on('notification', () => wake.resolve());
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('Connection terminated')));
    try {
      await client.query({
        text: `LISTEN ${channel}`,
        query_timeout: timeoutMs,
      } as pg.QueryConfig);
      while (!closing.signal.aborted) {
        // From here on a notice leads to another look.
        wake = Promise.withResolvers();
        const look = { text: changesOfNames, query_timeout: timeoutMs };
        await follow((await client.query<Change>(look as pg.QueryConfig)).rows);
        noteSuccess();
        await Promise.race([wake.promise, lost.promise, pause(lookEveryMs)]);
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
    /** What was there at the start is here, or cannot be had now. */
    begun: first.promise,
    trouble: () => trouble,
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}
