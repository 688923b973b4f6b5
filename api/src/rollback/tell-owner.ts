import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { KnownFault } from '@portfolio/releases/ledger/faults.ts';
import type { Households } from '@portfolio/releases/ledger/visits.ts';
import { printable } from '@portfolio/releases/release/read-release.ts';

/** What the owner is told of: a release, whom it failed, and what was seen of it. */
export interface Case extends Households {
  ref: ReleaseRef;
  faults: readonly string[];
  /** What visitors' browsers say that it threw. */
  thrown: readonly KnownFault[];
}

/** A mail as words. */
export type Words = [subject: string, text: string];

/** What was done, and how to undo it. */
export function wordsOfRollback(found: Case, before: string): Words {
  const { name, id } = found.ref;
  const text = textOf(found, seen(found), [
    `So ${name}@${before} is live again. It stays so until the next deploy, whatever is said of it.`,
    '',
    `Deploy ${name} once it is repaired. To have ${id} back as it is: npm run rollback -- ${name} ${id}`,
    'What was done stands in the log: npm run releases -- log',
  ]);
  return [`${name} was rolled back to ${before}`, text];
}

/** Nothing was done, since nothing proves what visitors say. */
export function wordsOfDoubt(found: Case, why: string): Words {
  const { name, id } = found.ref;
  const decision = 'Such reports can be forged, so nothing was changed.';
  const text = textOf(found, `: ${printed(why)}.`, [decision, ...advice(name)]);
  return [`Visitors say that ${name}@${id} fails`, text];
}

/** It fails, and could not be rolled back. */
export function wordsOfDeadEnd(found: Case, why: string): Words {
  const { name, id } = found.ref;
  const decision = `It was not rolled back: ${printed(why)}.`;
  const text = textOf(found, seen(found), [decision, ...advice(name)]);
  return [`${name}@${id} fails, and is still live`, text];
}

/** Whom it failed, what the site found when it looked, what visitors' browsers say, and what was done. */
function textOf(found: Case, looked: string, rest: readonly string[]): string {
  const start = `${complaint(found)} ${now()} the site looked for itself${looked}`;
  return [start, ...wordsOfFaults(found), '', ...rest, ''].join('\n');
}

function seen({ faults }: Case): string {
  return [', and saw:', '', ...faults.map((fault) => `  - ${printed(fault)}`)].join('\n');
}

/** As many as can be read at once; the command shows all. */
const mostFaults = 3;

/** By file and line, and how to see the others. */
function wordsOfFaults({ ref, thrown }: Case): string[] {
  if (thrown.length === 0) return [];
  const worst = [...thrown].sort((a, b) => b.visitors - a.visitors).slice(0, mostFaults);
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

function advice(name: string): string[] {
  return [
    'Please look at it; this is the only mail about this release.',
    '',
    `To go back to the release before: npm run rollback -- ${name}`,
  ];
}

/** In one line, for the log. */
export function reasonOf(each: Case): string {
  return `${counted(each)}: ${each.faults.map(printed).join(' / ')}`;
}

function complaint(each: Case): string {
  const { name, id } = each.ref;
  return `${name}@${id} ${counted(each)}, as far as the site can tell.`;
}

function counted({ failed, well }: Households): string {
  return `failed ${failed} visitors and served ${well} well`;
}

function now(): string {
  const [day, time] = new Date().toISOString().split(/[T.]/);
  return `On ${day} at ${time} UTC`;
}

/** What a page of a section says is untrusted. */
function printed(text: string): string {
  return printable(text, 300);
}
