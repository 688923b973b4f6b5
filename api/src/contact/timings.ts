const second = 1000;
const minute = 60 * second;

/** All times of the outbox, in milliseconds. Tests run the same code with shorter ones. */
export const usualTimings = {
  /**
   * A visitor waits so long to hear that the mail server has the mail: longer than mail servers usually
   * take, and less than people wait. What takes longer is answered with `false`: kept, and on its way.
   */
  answer: 8 * second,
  /** One attempt at the mail server may take this long: it may take its time to scan a mail. */
  attempt: 2 * minute,
  /** A leased message belongs to its process this long. Longer than any attempt, always. */
  lease: 2 * minute + 30 * second,
  /** How often a process looks for messages that are due, and for marks that failed. */
  poll: second,
  /** The pause after the first failure; each further one is three times as long. */
  firstPause: 5 * second,
  /** Greylisting asks for about five minutes: a longer pause would only add to that. */
  longestPause: 10 * minute,
  /** A refusal is a fault of the set-up that a person corrects: no hurry, but no end either. */
  refusedPause: 60 * minute,
  /** How long each step of closing waits for what is under way. */
  shutdown: 5 * second,
};

export type Timings = typeof usualTimings;

/**
 * The pause before the next attempt: growing, bounded, and within ±25 % by chance, so that a
 * thousand messages kept by one outage do not return in one second.
 * @param attempts how often the message was tried, 1 or more.
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
 * No message is put off for longer, and none leased: a time that is farther ahead was set by a clock
 * that was ahead (machines without a battery, restored images).
 */
export const longestDelay = usualTimings.refusedPause * 1.25;

/** Waits for a promise, but no longer than `time` ms. @returns undefined when the time is up. */
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
