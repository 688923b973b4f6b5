import { setTimeout as sleep } from 'node:timers/promises';

/** Runs some work when tokens are there; the work says what it spends. */
export type Throttle = <Result>(
  name: string,
  work: (spend: (amount: number) => void) => Promise<Result>,
) => Promise<Result>;

/** What reading may take, in bytes that are read and hashed. */
const ofReading = { atOnce: 64 * 1024 * 1024, aSecond: 16 * 1024 * 1024 };

/** Does one thing of a name at a time, within its share: large files of a section delay that section only. */
export function tokenBucket(share = ofReading): Throttle {
  // One entry for each section: whatever else a visitor names has no folder and is not read.
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
      return work((amount) => {
        own.credit -= amount;
      });
    });
    own.latest = result.catch(() => {});
    return result;
  };
}
