import { styleText } from 'node:util';
import { EnvironmentError } from '@portfolio/api/config.ts';
import { DatabaseError } from '@portfolio/releases/database/database.ts';
import { unreadable } from '@portfolio/releases/release/release.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import { CommanderError } from 'commander';

/** The user made a mistake; the message says what to type. */
export class WrongUseError extends Error {
  override name = 'WrongUseError';
}

/** The command is not possible here; the message says what to do. */
export class NotPossibleError extends Error {
  override name = 'NotPossibleError';
}

const refusals = [RefusedError, NotPossibleError, DatabaseError];

/** Prints an error. @returns the exit code: 1 refused or failed, 2 wrong use, 70 a defect, with its trace */
export function exitCodeOf(error: unknown): number {
  // Commander has already printed the error, or help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof WrongUseError || error instanceof EnvironmentError)
    return say(error.message, 2);
  if (refusals.some((Refusal) => error instanceof Refusal)) return say((error as Error).message, 1);
  const { message, code = '' } = error as NodeJS.ErrnoException;
  if (/ENOSPC|EDQUOT/.test(code))
    return say(`The disk of this machine is full: make room on it, and try again. (${message})`, 1);
  if (/EACCES|EPERM|EROFS|ENOTDIR/.test(code))
    return say(
      `The system refuses it: ${message}. Is DATA_DIR a folder, and may this user write it?`,
      1,
    );
  console.error(error);
  return 70;
}

function say(message: string, exitCode: number): number {
  // The message may contain untrusted text of a page or parser.
  const [first = '', ...rest] = message.split('\n').map(withoutControls);
  // Without a terminal the text stays plain.
  console.error([styleText('red', first, { stream: process.stderr }), ...rest].join('\n'));
  return exitCode;
}

/** Makes signals exit normally, so that listeners of `exit` delete temporary files. */
export function exitAtSignals(): void {
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
}

/** Ends with the npm that started it, which passes on SIGTERM and SIGINT alone: after a SIGHUP the port stayed taken. */
export function endWithNpm(): void {
  const { ppid: npm } = process;
  if (!process.env.npm_lifecycle_event) return;
  setInterval(() => process.ppid === npm || process.kill(process.pid, 'SIGTERM'), 500).unref();
}

/** A line of a table by the titles of its columns. */
type Cells = Record<string, string>;

export function toTable(rows: readonly Cells[]): string {
  const cells = rows.map((row) => Object.values(row).map(withoutControls));
  const lines = [Object.keys(rows[0] ?? {}), ...cells];
  const widthOf = (at: number) => Math.max(...lines.map((line) => line[at]?.length ?? 0));
  const [first = '', ...others] = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widthOf(at)))
      .join('  ')
      .trimEnd(),
  );
  return [styleText('bold', first, { stream: process.stdout }), ...others].join('\n');
}

/** Prints rows as a table. @param none the sentence for an empty one */
export function printRows<Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => Cells,
  none: string,
): void {
  console.log(rows.length > 0 ? toTable(rows.map(cellsOf)) : none);
}

/** Removes control characters and direction marks from untrusted text. */
export function withoutControls(text: string): string {
  return text.replaceAll(new RegExp(unreadable, 'gu'), '\ufffd');
}

const units = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
] as const;

/** The age of a moment in its largest unit, for a table: `3 h`. */
export function formatAge(moment: Date): string {
  const age = Date.now() - moment.getTime();
  const largest = units.find(({ ms }) => age >= ms);
  return largest ? `${Math.floor(age / largest.ms)} ${largest.unit}` : '< 1 min';
}

/** Prints progress, only to a terminal. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY)
    console.error(styleText('dim', `${line} …`, { stream: process.stderr }));
}
