export const parts = ['pages', 'bytes', 'api'] as const;

export interface Extent {
  /** Visits of each page on a phone; four times as many on a computer. */
  visits: number;
  pages: number;
  /** Turns of each server under load, and the seconds of each. */
  turns: number;
  seconds: number;
}

const whole: Extent = { visits: 7, pages: 100, turns: 3, seconds: 3 };
const short: Extent = { visits: 1, pages: 1, turns: 1, seconds: 1 };

/** The result of a part: a section of the report, and files by their relative paths. */
export interface Report {
  title: string;
  markdown: string;
  files?: Record<string, string>;
}

export const usage = `Usage: npm run bench -- [${parts.join('|')} …] [--short]`;

/** Short measurements are not kept. @throws RangeError that names the parts */
export function readOptions(words: readonly string[]) {
  const named = words.filter((word) => word !== '--short');
  const isShort = named.length < words.length;
  const wrong = named.find((word) => !parts.some((part) => part === word));
  if (wrong !== undefined) throw new RangeError(`There is no "${wrong}" to measure. ${usage}`);
  const chosen = parts.filter((part) => named.length === 0 || named.includes(part));
  return { parts: chosen, extent: isShort ? short : whole, isKept: !isShort };
}
