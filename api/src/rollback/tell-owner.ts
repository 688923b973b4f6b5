import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { KnownFault } from '@portfolio/releases/ledger/faults.ts';
import type { Households } from '@portfolio/releases/ledger/visits.ts';
import { printable } from '@portfolio/releases/release/read-release.ts';
import type { Verdict } from './judge.ts';

/** What the owner is told of: a release, whom it failed, and what visitors' browsers say that it threw. */
export interface Case extends Households {
  ref: ReleaseRef;
  thrown: readonly KnownFault[];
}

/** What was found and done, and what the owner can do. */
export function mailAbout(found: Case, verdict: Verdict): { subject: string; text: string } {
  const { name, id } = found.ref;
  const seen = verdict.faults.map((fault) => `  - ${printed(fault)}`);
  const looked = `, and saw:\n\n${seen.join('\n')}`;
  if ('before' in verdict)
    return {
      subject: `${name} was rolled back to ${verdict.before}`,
      text: textOf(found, looked, [
        `So ${name}@${verdict.before} is live again. It stays so until the next deploy, whatever is said of it.`,
        '',
        `Deploy ${name} once it is repaired. To have ${id} back as it is: npm run rollback -- ${name} ${id}`,
        'What was done stands in the log: npm run releases -- log',
      ]),
    };
  const why = printed(verdict.why);
  const advice = [
    'Please look at it; this is the only mail about this release.',
    '',
    `To go back to the release before: npm run rollback -- ${name}`,
  ];
  if (seen.length > 0)
    return {
      subject: `${name}@${id} fails, and is still live`,
      text: textOf(found, looked, [`It was not rolled back: ${why}.`, ...advice]),
    };
  const decision = 'Such reports can be forged, so nothing was changed.';
  return {
    subject: `Visitors say that ${name}@${id} fails`,
    text: textOf(found, `: ${why}.`, [decision, ...advice]),
  };
}

/** In one line, for the log. */
export function reasonOf(found: Case, faults: readonly string[]): string {
  return `${counted(found)}: ${faults.map(printed).join(' / ')}`;
}

/** Whom it failed, what the site found when it looked, what visitors' browsers say, and what was done. */
function textOf(found: Case, looked: string, rest: readonly string[]): string {
  const { name, id } = found.ref;
  const [day, time] = new Date().toISOString().split(/[T.]/);
  return [
    `${name}@${id} ${counted(found)}, as far as the site can tell. On ${day} at ${time} UTC the site looked for itself${looked}`,
    ...wordsOfThrown(found),
    '',
    ...rest,
    '',
  ].join('\n');
}

/** As many as can be read at once; the command shows all. */
const mostThrown = 3;

/** By file and line, and how to see the others. */
function wordsOfThrown({ ref, thrown }: Case): string[] {
  if (thrown.length === 0) return [];
  const worst = [...thrown].sort((a, b) => b.visitors - a.visitors).slice(0, mostThrown);
  return [
    '',
    `In the browsers of visitors it threw, as they say (all: npm run releases -- faults ${ref.name}):`,
    '',
    ...worst.flatMap(({ message, lines }) => [
      `  - ${printed(message)}`,
      ...lines.map((line) => `      at ${printed(line)}`),
    ]),
  ];
}

function counted({ failed, well }: Households): string {
  return `failed ${failed} visitors and served ${well} well`;
}

/** What a page of a section says is untrusted. */
function printed(text: string): string {
  return printable(text, 300);
}
