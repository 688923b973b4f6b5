const second = 1000;
const minute = 60 * second;

/** All times of the outbox, in milliseconds. Tests run the same code at another pace. */
export type Pace = {
  /** One attempt at the mail server may take this long, then it is cut and tried again later. */
  attempt: number;
  /** A claimed message belongs to its process this long. Longer than any attempt, always. */
  lease: number;
  /** How often a process looks for messages that are due, and for marks that failed. */
  poll: number;
  /** The pause after the first failure; each further one is three times as long. */
  firstPause: number;
  /** Greylisting asks for about five minutes: a longer pause would only add to that. */
  longestPause: number;
  /** A refusal is a fault of the set-up that a person mends: no hurry, but no end either. */
  refusedPause: number;
  /** How long closing waits for the mails in flight. */
  farewell: number;
};

/** A mail server may take its time to scan a mail, so an attempt has two minutes. */
export const steadyPace: Pace = {
  attempt: 2 * minute,
  lease: 2 * minute + 30 * second,
  poll: second,
  firstPause: 5 * second,
  longestPause: 10 * minute,
  refusedPause: 60 * minute,
  farewell: 5 * second,
};

/**
 * The pause before the next attempt: growing, bounded, and within ±25 % by chance, so that a
 * thousand messages kept by one outage do not return in one second.
 * @param attempts how often the message was tried, 1 or more.
 * @param chance from 0 to 1.
 */
export function pauseAfter(
  state: 'waiting' | 'refused',
  attempts: number,
  pace: Pace,
  chance = Math.random(),
): number {
  const grown = Math.min(pace.longestPause, pace.firstPause * 3 ** Math.min(attempts - 1, 20));
  const pause = state === 'refused' ? pace.refusedPause : grown;
  return Math.round(pause * (0.75 + chance / 2));
}
