import { setTimeout as sleep } from 'node:timers/promises';

/** What reading for one name may take, in bytes that are read and hashed: at once, and in a second. */
const share = { atOnce: 64 * 1024 * 1024, aSecond: 16 * 1024 * 1024 };

/** To parse a byte of text takes as long as to hash 200 of them. */
export const parsing = 200;

/** Does some work when it is its turn; the work says what it has spent. */
export type InTurn = <Result>(
  name: string,
  work: (spend: (bytes: number) => void) => Promise<Result>,
) => Promise<Result>;

/**
 * Reads for one thing of a name at a time, and for no name more than its share: who lays large or
 * tangled files into a section's folder keeps only that section waiting.
 */
export function fairShares(): InTurn {
  const names = new Map<string, { latest: Promise<unknown>; credit: number; at: number }>();

  return (name, work) => {
    const own = names.get(name) ?? { latest: Promise.resolve(), credit: share.atOnce, at: 0 };
    names.set(name, own);
    const result = own.latest.then(async () => {
      const now = performance.now();
      own.credit = Math.min(share.atOnce, own.credit + ((now - own.at) / 1000) * share.aSecond);
      own.at = now;
      if (own.credit < 0)
        await sleep((-own.credit / share.aSecond) * 1000, undefined, { ref: false });
      return work((bytes) => {
        own.credit -= bytes;
      });
    });
    own.latest = result.catch(() => {});
    return result;
  };
}
