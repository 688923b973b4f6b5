/** What took a moment is asked again after so many moments. */
const pause = 20;

/**
 * Asks again when a multiple of the time has passed that the last answer took: what is cheap is always
 * of this moment, and what becomes expensive cannot be asked for all the time.
 */
export function inProportion<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let latest: Promise<Result> | undefined;
  let until = Number.POSITIVE_INFINITY;
  return () => {
    if (latest && performance.now() < until) return latest;
    const start = performance.now();
    until = Number.POSITIVE_INFINITY;
    latest = ask().finally(() => {
      const end = performance.now();
      until = end + Math.min(pause * Math.max(0, end - start - quickMs), longestMs);
    });
    return latest;
  };
}

/** A database that was away is seen again after this time. */
const longestMs = 2000;

/** A statement that finds nothing to count takes so long on a slow disk. */
const quickMs = 5;
