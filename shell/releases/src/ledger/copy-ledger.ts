import { PublishRefusedError } from '../access/errors.ts';
import { keepKey, readKeys } from '../access/keys.ts';
import { ReleaseRefusedError } from '../release/errors.ts';
import type { Store } from '../store/store.ts';
import { appendLine, readLines } from './audit-log.ts';
import { readCounters, useCounter } from './counters.ts';

/** What is in the other store cannot be replaced by what was to be copied. */
class CopyRefusedError extends ReleaseRefusedError {
  override name = 'CopyRefusedError';
}

/**
 * Copies who may publish, what they have said so far, and the log of the owner.
 * @throws ReleaseRefusedError when the other store has a log of its own
 */
export async function copyPublishing(from: Store, to: Store): Promise<void> {
  await copyLog(from, to);
  for (const { key, highest } of await readCounters(from)) {
    await useCounter(to, key, highest).catch((error) => {
      // It counts as high there already.
      if (!(error instanceof PublishRefusedError)) throw error;
    });
  }
  for (const key of await readKeys(from)) await keepKey(to, key);
}

/** A log is one chain: it is gone on with where it is the same so far. */
async function copyLog(from: Store, to: Store): Promise<void> {
  const lines = (await readLines(from)).filter(Boolean);
  const there = (await readLines(to)).filter(Boolean);
  // A store to which this one was copied before may have gone on since.
  const common = Math.min(lines.length, there.length);
  if (there.slice(0, common).some((line, position) => line !== lines[position]))
    throw new CopyRefusedError(
      'Both stores have a log of their own, and two logs cannot become one. Copy to an empty store.',
    );
  for (const line of lines.slice(there.length)) await appendLine(to, () => line);
}
