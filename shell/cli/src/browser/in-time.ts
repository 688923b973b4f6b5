import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for what may never end, such as an answer of a page that works without an end.
 * @returns whether it ended in time
 */
export async function inTime(deadlineMs: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const isOver = sleep(deadlineMs, false, { signal: over.signal });
  isOver.catch(() => {});
  try {
    return await Promise.race([work.then(() => true), isOver]);
  } finally {
    over.abort();
  }
}
