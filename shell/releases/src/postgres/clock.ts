import type { Run } from './pool.ts';

/** Clocks drift by seconds a day. */
const askAgainMs = 10 * 60_000;

/**
 * How many milliseconds the clock of the database is ahead of this machine's: what several machines
 * write down has to be by one clock.
 */
export function clockOf(run: Run): () => Promise<number> {
  let known: { offset: Promise<number>; askedAt: number } | undefined;
  return () => {
    if (known && performance.now() - known.askedAt < askAgainMs) return known.offset;
    const offset = measure(run);
    known = { offset, askedAt: performance.now() };
    offset.catch(() => {
      known = undefined;
    });
    return offset;
  };
}

async function measure(run: Run): Promise<number> {
  const before = Date.now();
  const [row] = await run<{ now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
  );
  return Math.round((row?.now ?? before) - (before + Date.now()) / 2);
}
