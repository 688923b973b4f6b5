import { styleText } from 'node:util';
import { EnvironmentError } from '@portfolio/api/config.ts';
import { BadKeyError } from '@portfolio/releases/access/key-pair.ts';
import { BadKeyListError } from '@portfolio/releases/access/keys.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import { CommanderError } from 'commander';
import { asTyped } from './repository.ts';
import { harmless } from './terminal.ts';

/** Something the person at the terminal can put right; its message says how. */
export class WrongUseError extends Error {
  override name = 'WrongUseError';
}

/** What was asked for cannot be done here; the message says what to do. */
export class NotPossibleError extends Error {
  override name = 'NotPossibleError';
}

const refusals = [ReleaseRefusedError, NotPossibleError, BadKeyError, BadKeyListError];

/**
 * Says what went wrong, what a person can fix in a sentence and everything else with its trace.
 * @returns the exit code for it: 1 refused or failed, 2 wrong use, 70 a defect
 */
export function exitCodeOf(error: unknown): number {
  // Commander has printed it already, or printed help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof WrongUseError || error instanceof EnvironmentError)
    return say(error.message, 2);
  if (refusals.some((Refusal) => error instanceof Refusal)) return say((error as Error).message, 1);
  const { message, code } = error as NodeJS.ErrnoException;
  const failed = String(code);
  if (/^(ENOSPC|EDQUOT)$/.test(failed))
    return say(`The disk of this machine is full: make room on it, and try again. (${message})`, 1);
  if (/^(EACCES|EPERM|EROFS|ENOTDIR)$/.test(failed))
    return say(
      `The system refuses it: ${message}. Is DATA_DIR a folder, and may this user write it?`,
      1,
    );
  console.error(error);
  return 70;
}

function say(message: string, exitCode: number): number {
  // What a page or a parser said may be a part of it.
  const [first = '', ...rest] = asTyped(message).split('\n').map(harmless);
  // Without a terminal it stays plain.
  console.error([styleText('red', first, { stream: process.stderr }), ...rest].join('\n'));
  return exitCode;
}

/** At a signal the process exits normally, so that listeners of `exit` remove temporary files. */
export function exitAtSignals(): void {
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
}
