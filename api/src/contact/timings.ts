const second = 1000;
const minute = 60 * second;

/** All times of the outbox, in milliseconds. Tests use shorter ones. */
export const usualTimings = {
  /**
   * How long a visitor's request waits for the mail server: longer than servers usually take, shorter than
   * people wait. After it the answer is `false`: the message is kept.
   */
  answer: 8 * second,
  /** How long one attempt may take: servers scan mails. */
  attempt: 2 * minute,
  /** How long a process leases a message: longer than any attempt. */
  lease: 2 * minute + 30 * second,
  /** How often a process looks for due messages and failed marks. */
  poll: second,
  /** Each further pause is three times as long. */
  firstPause: 5 * second,
  /** Greylisting needs about five minutes. */
  longestPause: 10 * minute,
  /** A person has to correct the set-up, so attempts are rare, but never end. */
  refusedPause: 60 * minute,
  /** How long each step of closing waits. */
  shutdown: 5 * second,
};

export type Timings = typeof usualTimings;

/**
 * The pause before the next attempt, in milliseconds. Chance varies it by ±25 %, so that the messages of one
 * outage do not return in one second.
 * @param attempts 1 or more.
 * @param chance from 0 to 1.
 */
export function pauseAfter(
  state: 'kept' | 'refused',
  attempts: number,
  timings: Timings,
  chance = Math.random(),
): number {
  const { firstPause, longestPause, refusedPause } = timings;
  const grown = Math.min(longestPause, firstPause * 3 ** Math.min(attempts - 1, 20));
  return Math.round((state === 'refused' ? refusedPause : grown) * (0.75 + chance / 2));
}

/**
 * The longest pause or lease, which is that of a refused message. `outbox.ts` takes a time farther ahead
 * for one of a wrong clock (machines without a battery, restored images) and sends the message at once: a
 * longer pause for some messages makes this guard weaker for all.
 */
export const longestDelay = usualTimings.refusedPause * 1.25;

/** Waits for a promise, at most `time` ms. @returns undefined when the time is up. */
export async function within<Result>(
  time: number,
  promise: Promise<Result>,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(time, 0), undefined);
  });
  return Promise.race([promise, timeIsUp]).finally(() => clearTimeout(timer));
}
