/** The middle value; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** The medians of every number of a row of measurements. */
export function medians<Row extends object>(rows: readonly Row[]): Row {
  const [first] = rows;
  const entries = Object.keys(first ?? {}).map((key) => [
    key,
    median(rows.map((row) => row[key as keyof Row] as number)),
  ]);
  return Object.fromEntries(entries) as Row;
}
