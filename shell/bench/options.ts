/** What can be measured, in the order of the report. */
export const parts = ['pages', 'bytes', 'api'] as const;

/** How often, and how much. */
export interface Extent {
  /** Visits of each page on a phone; on a computer there are four times as many. */
  visits: number;
  pages: number;
  /** Turns of each server under load, and for how many seconds each. */
  turns: number;
  seconds: number;
}

const whole: Extent = { visits: 7, pages: 100, turns: 3, seconds: 3 };
const short: Extent = { visits: 1, pages: 1, turns: 1, seconds: 1 };

/** What came out of a part: a section of the report, and files by their paths from here. */
export interface Report {
  title: string;
  markdown: string;
  files?: Record<string, string>;
}

export const usage = `Usage: npm run bench -- [${parts.join('|')} …] [--short]`;

/** Thin numbers are not kept. @throws RangeError that says what can be measured */
export function readOptions(words: readonly string[]) {
  const named = words.filter((word) => word !== '--short');
  const isShort = named.length < words.length;
  const wrong = named.find((word) => !parts.some((part) => part === word));
  if (wrong !== undefined) throw new RangeError(`There is no "${wrong}" to measure. ${usage}`);
  const chosen = parts.filter((part) => named.length === 0 || named.includes(part));
  return { parts: chosen, extent: isShort ? short : whole, isKept: !isShort };
}
