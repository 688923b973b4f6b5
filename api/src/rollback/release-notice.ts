import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { KnownError } from '@portfolio/releases/store/thrown-errors.ts';
import type { VisitorCounts } from '@portfolio/releases/store/visit-records.ts';

/** A release that fails visitors, and what the site did about it. */
export interface Case extends VisitorCounts {
  ref: ReleaseRef;
  thrown: readonly KnownError[];
  /** The release before, if there is one. */
  before: string | undefined;
  /** `refused` is the reason why AUTO_ROLLBACK could not roll back. */
  outcome: 'left' | 'rolled back' | { refused: string };
}

/** Words the mail to the owner. */
export function noticeAbout(found: Case): { subject: string; text: string } {
  const { ref, failed, well, before, outcome } = found;
  const { name, id } = ref;
  const isBack = outcome === 'rolled back';
  const [day, time] = new Date().toISOString().split(/[T.]/);
  const lines = [
    `By ${day} ${time} UTC ${name}@${id} failed ${failed} visitors and served ${well} well, as their browsers say.`,
    ...linesOfThrown(found),
    '',
    ...(isBack ? adviceAfterRollback(ref, before) : advice(found)),
    '',
  ];
  const subject = isBack ? `${name} was rolled back to ${before}` : `${name}@${id} fails visitors`;
  return { subject, text: lines.join('\n') };
}

function adviceAfterRollback({ name, id }: ReleaseRef, before: string | undefined): string[] {
  return [
    `So ${name}@${before} is live again. It stays so until the next deploy, whatever browsers say of it.`,
    '',
    `Deploy ${name} once it is repaired. To have ${id} back as it is: npx portfolio rollback ${name} ${id}`,
    'What was done stands in the log: npx portfolio releases log',
  ];
}

function advice({ ref: { name }, before, outcome }: Case): string[] {
  const isRefused = typeof outcome === 'object';
  const only = [
    isRefused
      ? `It could not be rolled back: ${outcome.refused}`
      : 'Such reports can be forged, so nothing was changed.',
    'This is the only mail about this release.',
  ];
  if (before && !isRefused)
    return [...only, '', `To go back to ${name}@${before}: npx portfolio rollback ${name}`];
  const takeOff =
    name === 'shell'
      ? []
      : [`To take it off the site until then: npx portfolio releases retire ${name}`];
  return [
    ...only,
    '',
    ...(before ? [] : ['There is no release before it to go back to.']),
    `Deploy a repaired one: npx portfolio deploy ${name}`,
    ...takeOff,
  ];
}

/** The mail lists the most frequent errors; the command shows all. */
const mostThrown = 3;

function linesOfThrown({ ref: { name }, thrown }: Case): string[] {
  if (thrown.length === 0)
    return ['They say of no error: a script that hangs, or does not arrive, throws none.'];
  const worst = [...thrown].sort((a, b) => b.visitors - a.visitors).slice(0, mostThrown);
  return [
    '',
    'It threw:',
    '',
    ...worst.flatMap(({ error, places }) => [
      `  - ${error}`,
      ...places.map((place) => `      at ${place}`),
    ]),
    '',
    `By the lines of its sources, with all others: npx portfolio releases faults ${name}`,
  ];
}
