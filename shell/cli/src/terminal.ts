import { styleText } from 'node:util';
import { ageOf } from '@portfolio/contract/age.ts';

/** A table as text: a heading and one line per row, in columns as wide as they have to be. */
export function toTable<Row extends object>(
  rows: readonly Row[],
  columns: Record<string, (row: Row) => string>,
): string {
  const heading = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => harmless(cellOf(row))));
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const toLine = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const [first = '', ...others] = [heading, ...cells].map(toLine);
  return [styleText('bold', first, { stream: process.stdout }), ...others].join('\n');
}

/** Shows rows as a table, or as JSON for scripts. @param none what is said where there are none */
export function printRows<Row extends object>(
  rows: readonly Row[],
  columns: Record<string, (row: Row) => string>,
  { isJson = false, none }: { isJson?: boolean | undefined; none: string },
): void {
  if (isJson) console.log(JSON.stringify(rows, null, 2));
  else console.log(rows.length > 0 ? toTable(rows, columns) : none);
}

/** Untrusted text: nothing in it moves the cursor or turns the direction of the line. */
export function harmless(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    '\ufffd',
  );
}

/** How long ago something was. */
export function sinceThen(moment: Date): string {
  return ageOf(Date.now() - moment.getTime());
}

/** Progress: goes to the terminal, never into a pipe or a file. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY)
    console.error(styleText('dim', `${line} …`, { stream: process.stderr }));
}

let isLineOpen = false;

/** How much of something is there, in one line that changes until it is ended. */
export function showBytes(sent: number, all: number): void {
  const { stderr } = process;
  if (!stderr.isTTY || all === 0) return;
  const numbers = `${sent.toLocaleString('en')} of ${all.toLocaleString('en')} bytes sent`;
  stderr.write(`\r${styleText('dim', numbers, { stream: stderr })}`);
  isLineOpen = true;
}

/** What is said next, such as why it broke off, stands in a line of its own. */
export function endBytes(): void {
  if (isLineOpen) process.stderr.write('\n');
  isLineOpen = false;
}
