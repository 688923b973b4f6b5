import { asRatio, inKilobytes, toTable } from '../markdown.ts';
import { type Result, type Variant, variants } from './variants.ts';

/** A number of a result, optionally relative to another variant of its page. */
type Cell = (result: Result, beside: (variant: Variant) => Result) => string;

const columns: readonly (readonly [string, Cell])[] = [
  ['script kB', ({ first }) => inKilobytes(first.scriptBytes)],
  [
    '× bundle',
    ({ first }, beside) => asRatio(first.scriptBytes, beside('bundle').first.scriptBytes),
  ],
  ['all kB', ({ first }) => inKilobytes(first.bytes)],
  ['requests', ({ first }) => String(first.requests)],
  ['depth', ({ depth }) => String(depth)],
  ['text ms', ({ first }) => first.heading.toFixed()],
  ['× bundle', ({ first }, beside) => asRatio(first.heading, beside('bundle').first.heading)],
  ['× file', ({ first }, beside) => asRatio(first.heading, beside('static').first.heading)],
  ['taken over ms', ({ first }) => inMilliseconds(first.takenOver)],
  ['shift', ({ first }) => first.shift.toFixed(3)],
  ['again: all kB', ({ second }) => inKilobytes(second.bytes)],
  ['text ms', ({ second }) => second.heading.toFixed()],
  ['× file', ({ second }, beside) => asRatio(second.heading, beside('static').second.heading)],
  ['taken over ms', ({ second }) => inMilliseconds(second.takenOver)],
];

export function toTableOfLoads(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const beside = (variant: Variant) =>
      results.find((each) => each.page === result.page && each.variant === variant) ?? result;
    const cells = columns.map(([, cell]) => cell(result, beside));
    return [`/${result.page}, ${variants[result.variant]}`, ...cells];
  });
  return toTable([['visit', ...columns.map(([name]) => name)], ...rows]);
}

function inMilliseconds(time: number): string {
  return time > 0 ? time.toFixed() : '–';
}
